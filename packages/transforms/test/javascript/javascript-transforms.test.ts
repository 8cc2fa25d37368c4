import { describe, expect, test } from 'vitest';
import { JSFilter, javaScriptConventions, TransformJS } from '../../src/index.ts';
import { applyOnce, createPorts, toMessage, withTransform } from '../apply.ts';

const member = { id: '123456789012345678', name: 'Ann', roles: ['1', '2'] };

describe('TransformJS', () => {
  test.each([
    ['an expression', '{ id: record.id, first: record.roles[0] }'],
    [
      'an expression in brackets, with a comment',
      '({ id: record.id, first: record.roles[0] }) // done;',
    ],
    ['an arrow function', '(record) => ({ id: record.id, first: record.roles[0] })'],
    ['a function', 'function shape({ id, roles }) { return { id, first: roles[0] }; }'],
    ['a function body', 'const [first] = record.roles;\nreturn { id: record.id, first };'],
    [
      'a body without a semicolon',
      'const first = record.roles[0]\nreturn { id: record.id, first } // done',
    ],
  ])('takes %s', async (_, code) => {
    expect(TransformJS.checkSettings({ code })).toEqual([]);
    expect(await applyOnce(TransformJS, { code }, [member])).toEqual([
      { values: [{ id: '123456789012345678', first: '1' }] },
    ]);
  });

  test('sees what came into the step as `incoming`', async () => {
    const code = '{ ...incoming, manager: record.manager }';
    const outcomes = await applyOnce(TransformJS, { code }, [{ manager: 'Bob' }], [member]);
    expect(outcomes).toEqual([{ values: [{ ...member, manager: 'Bob' }] }]);
  });

  test('gives the code a record of its own, even if it came in as it is', async () => {
    const code =
      'record.name = incoming.name + "!"; return { name: record.name, was: incoming.name }';
    expect(await applyOnce(TransformJS, { code }, [member])).toEqual([
      { values: [{ name: 'Ann!', was: 'Ann' }] },
    ]);
    expect(member.name).toBe('Ann');
  });

  test('takes values of every kind, and fails those that cannot be JSON', async () => {
    const circle: unknown[] = [];
    circle.push(circle);
    let deep: unknown = 1;
    for (let level = 0; level < 65; level += 1) deep = { deep };
    const values = [null, 'text', [1], 10n, undefined, circle, deep, 'x'.repeat(1024 * 1024)];
    const outcomes = await applyOnce(TransformJS, { code: '({ is: typeof record })' }, values);
    expect(outcomes.map(toMessage)).toEqual([
      'gave [{"is":"object"}]',
      'gave [{"is":"string"}]',
      'gave [{"is":"object"}]',
      'JavaScript cannot take this record: it is not JSON.',
      'JavaScript cannot take this record: it is not JSON.',
      'JavaScript cannot take this record: it is nested deeper than 64 levels, or contains itself.',
      'JavaScript cannot take this record: it is nested deeper than 64 levels, or contains itself.',
      'JavaScript cannot take this record: it is longer than 1048576 characters as JSON.',
    ]);
  });

  test('keeps the order over several batches', async () => {
    const records = Array.from({ length: 250 }, (_, n) => ({ n }));
    const outcomes = await applyOnce(TransformJS, { code: '({ n: record.n * 2 })' }, records);
    expect(outcomes).toEqual(records.map(({ n }) => ({ values: [{ n: n * 2 }] })));
  });
});

describe('JSFilter', () => {
  test('keeps what JavaScript takes as true, unchanged, and drops the rest', async () => {
    const results = [true, 1, 'a', [], {}, false, 0, '', null];
    const outcomes = await applyOnce(JSFilter, { code: 'record' }, results);
    expect(outcomes).toEqual([
      ...results.slice(0, 5).map((value) => ({ values: [value] })),
      ...results.slice(5).map(() => ({ values: [] })),
    ]);
    expect((outcomes[4] as { values: unknown[] }).values[0]).toBe(results[4]);
  });

  test('drops where a field is missing', async () => {
    const outcomes = await applyOnce(JSFilter, { code: 'record.left?.at' }, [member]);
    expect(outcomes).toEqual([{ values: [] }]);
  });

  test('fails where the result says neither yes nor no', async () => {
    const codes = ['NaN', '() => () => 1', 'Symbol("x")', '1n', 'async () => false'];
    const code = 'const run = eval(record.code); return typeof run === "function" ? run() : run';
    const outcomes = await applyOnce(
      JSFilter,
      { code },
      codes.map((text) => ({ code: text })),
    );
    expect(outcomes.map(toMessage)).toEqual([
      expect.stringContaining('gave NaN'),
      expect.stringContaining('gave a function'),
      expect.stringContaining('gave a symbol'),
      expect.stringContaining('gave a bigint'),
      expect.stringContaining('gave a promise'),
    ]);
  });
});

describe('settings', () => {
  test.each([
    ['no code', {}, 'code', 'is missing'],
    ['something else', { code: 1 }, 'code', 'must be a text of JavaScript'],
    ['nothing in it', { code: ' \n' }, 'code', 'is empty'],
    ['an unknown name', { code: 'record', codes: 1 }, 'codes', 'is unknown; there is code'],
    ['no JavaScript', { code: 'return {\n a: ,' }, 'code', "Unexpected token ','"],
    ['a body that returns nothing', { code: 'const a = record.a; a.b' }, 'code', 'returns nothing'],
    ['too long', { code: `'${'x'.repeat(32_000)}'` }, 'code', 'longer than 32000 characters'],
    ['awaiting', { code: 'await record' }, 'code', 'await'],
    [
      'a body that closes its function',
      { code: 'return 1 }); leak(); (function () {' },
      'code',
      'is no JavaScript',
    ],
    [
      'an expression that closes its brackets',
      { code: '1); leak(); (2' },
      'code',
      'is no JavaScript',
    ],
    ['deep nesting', { code: '['.repeat(30_000) }, 'code', 'is no JavaScript'],
    ['with', { code: 'with (record) { return a }' }, 'code', 'is no JavaScript'],
  ])('%s is told before anything runs', (_, settings, name, message) => {
    expect(TransformJS.checkSettings(settings)).toEqual([
      { path: [name], message: expect.stringContaining(message) },
    ]);
  });

  test('code that does not compile is refused on opening, as an error of the settings', async () => {
    const opening = TransformJS.open({ code: 'return {' }, createPorts());
    await expect(opening).rejects.toMatchObject({
      name: 'RecordError',
      code: 'RECORD_SETTINGS_INVALID',
      message: expect.stringContaining('transformSettings.code is no JavaScript'),
    });
  });

  test('syntax that only the host knows is refused on opening', async () => {
    const opening = TransformJS.open(
      { code: `return /${'()'.repeat(300)}/.test(record.a)` },
      createPorts(),
    );
    await expect(opening).rejects.toMatchObject({
      code: 'RECORD_SETTINGS_INVALID',
      message: expect.stringContaining('plain JavaScript without newer syntax'),
    });
  });
});

test('the conventions name every form, and no longer than a screen', () => {
  expect(javaScriptConventions.split('\n').length).toBeLessThan(20);
  for (const word of ['record', 'incoming', 'null (drop)', '50 ms', '32 MB']) {
    expect(javaScriptConventions).toContain(word);
  }
});

test('a run that applies nothing closes cleanly', async () => {
  await withTransform(JSFilter, { code: 'true' }, (open) => open.finish());
});
