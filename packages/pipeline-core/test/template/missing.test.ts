import { describe, expect, test } from 'vitest';
import { compileTemplate, fillTemplate, PipelineError } from '../../src/index.ts';

const scope = {
  announce: { message_id: '88', embed: null, tags: ['a', 'b'], count: 1 },
  event: { id: '99' },
};

function failure(text: string, values: Readonly<Record<string, unknown>> = scope): PipelineError {
  try {
    fillTemplate(compileTemplate(text), values);
  } catch (error) {
    if (error instanceof PipelineError) return error;
    throw error;
  }
  throw new Error(`${text} was filled`);
}

describe('what is missing fails, and the message says what was there', () => {
  test.each([
    [
      '{{announce.mesage_id}}',
      'announce has no mesage_id. It has: message_id, embed, tags, count.',
    ],
    ['{{announce.mesage_id}}', 'Did you mean message_id?'],
    ['{{anounce.message_id}}', 'there is no result anounce. Results: announce, event.'],
    ['{{anounce.message_id}}', 'skipped or failed'],
    ['{{announce.embed.url}}', 'announce.embed is null, so there is no url in it.'],
    ['{{announce.tags[5]}}', 'announce.tags has 2 items, so there is no [5].'],
    ['{{announce.tags.name}}', 'a list of 2 items; take one, as in announce.tags[0].name.'],
    ['{{announce.count.x}}', 'announce.count is a number, so there is no x in it.'],
    ['{{announce[0]}}', 'announce has no [0]'],
    ['text {{announce.nope}}', 'announce has no nope'],
    ['{{announce.nope || event.nope}}', 'announce has no nope'],
    ['{{[announce.tags[0]] | [3]}}', 'it gives null'],
    ["{{announce.tags[?@ == 'c'] | [0]}}", 'it gives null'],
    ['{{announce.embed || announce.embed}}', 'it gives null'],
  ])('%s: %s', (text, message) => {
    const { code, message: said } = failure(text);
    expect(code).toBe('PIPELINE_REFERENCE_UNRESOLVED');
    expect(said).toContain(message);
    expect(said).toContain("{{… || 'none'}}");
  });

  test('and it names the reference', () => {
    const error = failure('text {{ announce.nope }}');
    expect(error.expression).toBe('announce.nope');
    expect(error.message).toMatch(/^\{\{announce\.nope\}\}: /);
  });
});

describe('null is accepted if it was stored, or if the expression ends in a literal null', () => {
  test.each([
    '{{announce.embed}}',
    '{{announce.embed || `null`}}',
    '{{announce.nope || event.nope || `null`}}',
    '{{announce.nope | `null`}}',
    '{{(announce.nope || `null`)}}',
    '{{announce.count && `null`}}',
    '{{`null`}}',
  ])('%s gives null', (text) => {
    expect(fillTemplate(compileTemplate(text), scope)).toBeNull();
  });

  test.each([
    '{{`null` || announce.nope}}',
    '{{not_null(announce.nope, `null`)}}',
    '{{announce."embed"}}',
    '{{announce.embed | @}}',
    '{{`[null]` | [0]}}',
    '{{announce.nope[0] || `"null"` && announce.nope}}',
  ])('%s fails', (text) => {
    expect(failure(text).code).toBe('PIPELINE_REFERENCE_UNRESOLVED');
  });
});

describe('a message stays short and holds no values', () => {
  test('it lists at most ten names', () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`key_${index}`, index]),
    );
    const { message } = failure('{{a.nope}}', { a: many });
    expect(message).toContain('key_9 and 490 more');
    expect(message).not.toContain('key_10');
  });

  test('it shortens names and quotes odd ones', () => {
    const values = { a: { [`${'x'.repeat(100_000)}`]: 1, 'two words': 1, 'line\nbreak "q"': 1 } };
    const { message } = failure('{{a.nope}}', values);
    expect(message.length).toBeLessThan(400);
    expect(message).toContain('"two words"');
    expect(message).toContain('"line break \\"q\\""');
    expect(message).not.toContain('\n');
  });

  test('it shortens the expression', () => {
    const { message } = failure(`{{a${'.b'.repeat(50_000)}}}`, { a: {} });
    expect(message.length).toBeLessThan(400);
  });

  test('it holds names, never values', () => {
    const { message } = failure('{{a.nope}}', { a: { token: 'hunter2', list: ['hunter2'] } });
    expect(message).not.toContain('hunter2');
  });
});

test('a wrong argument of a function fails and says which name led nowhere', () => {
  const { code, message } = failure('{{length(anounce.tags)}}');
  expect(code).toBe('PIPELINE_REFERENCE_UNRESOLVED');
  expect(message).toContain('argument 1 of length() must be a list or an object or a text');
  expect(message).toContain('there is no result anounce');
});
