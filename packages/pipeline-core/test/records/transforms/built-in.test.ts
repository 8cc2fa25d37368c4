import { describe, expect, test } from 'vitest';
import { defineTransform, identity, RecordError, toRecordTransform } from '../../../src/index.ts';
import { apply, shape } from './apply.ts';

test.each([null, 0, 'text', [1], { a: 1 }])('Identity passes on %j', async (value) => {
  expect(await shape(identity, {}, value)).toBe(value);
});

test('Identity is of the type object on both sides', () => {
  expect(identity).toMatchObject({ name: 'Identity', input: 'object', output: 'object' });
});

describe('<Type>ToRecord', () => {
  const transform = toRecordTransform('DiscordMember');

  test('is named after its type and gives records', () => {
    expect(transform).toMatchObject({
      name: 'DiscordMemberToRecord',
      input: 'DiscordMember',
      output: 'Record',
      terminal: 'none',
    });
  });

  test('passes objects on', async () => {
    expect(await shape(transform, {}, { a: 1 })).toEqual({ a: 1 });
  });

  test.each([[null], [0], ['text'], [[1, 2]], [false]])('makes { value } of %j', async (value) => {
    expect(await shape(transform, {}, value)).toEqual({ value });
  });

  test('joins what came into the step', async () => {
    expect(await shape(transform, { join: ['id'] }, { a: 1 }, { id: '1', b: 2 })).toEqual({
      a: 1,
      id: '1',
    });
    expect(transform.checkSettings({ join: 3 })).toMatchObject([{ path: ['join'] }]);
  });
});

describe('a transform that is made of a function', () => {
  const source = {
    name: 'Half',
    description: '',
    input: 'object',
    output: 'object',
    settings: true,
    checkSettings: () => [],
  };

  test('fails a value for which the function throws a RecordError', async () => {
    const half = defineTransform({
      ...source,
      prepare: () => (value) => {
        if (typeof value === 'number') return value / 2;
        throw new RecordError('RECORD_TRANSFORM_FAILED', 'no number');
      },
    });
    expect(await apply(half, {}, [4, 'x', 6])).toEqual([
      { values: [2] },
      { failure: { code: 'RECORD_TRANSFORM_FAILED', message: 'no number' } },
      { values: [3] },
    ]);
  });

  test('lets a defect through', async () => {
    const broken = defineTransform({
      ...source,
      prepare: () => () => {
        throw new TypeError('defect');
      },
    });
    await expect(apply(broken, {}, [1])).rejects.toThrow('defect');
  });
});
