import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DataRecord, recordToRecord } from '../../../src/index.ts';
import { apply, shape } from './apply.ts';

const ann = { id: '80351110224678912', name: 'Ann', email: 'ann@example.org' };
const map = (settings: DataRecord, value: unknown = ann, incoming: unknown = value) =>
  shape(recordToRecord, settings, value, incoming);

test('without settings it gives the record', async () => {
  expect(await map({})).toEqual(ann);
});

describe('pick', () => {
  test('keeps fields, in its own order', async () => {
    expect(JSON.stringify(await map({ pick: ['name', 'id'] }))).toBe(
      '{"name":"Ann","id":"80351110224678912"}',
    );
  });

  test('of a field that is not there fails the record, with the nearest name', async () => {
    expect(await map({ pick: ['emal'] })).toBe(
      'the record has no field emal. Known: id, name, email. Did you mean email?',
    );
    expect(await map({ pick: ['toString'] })).toContain('no field toString');
  });
});

describe('rename', () => {
  test('gives fields new names where they stand', async () => {
    expect(JSON.stringify(await map({ rename: { name: 'Name', email: 'E-mail' } }))).toBe(
      '{"id":"80351110224678912","Name":"Ann","E-mail":"ann@example.org"}',
    );
  });

  test('can swap', async () => {
    expect(await map({ rename: { a: 'b', b: 'a' } }, { a: 1, b: 2 })).toEqual({ b: 1, a: 2 });
  });

  test('of a field that is not there, and to one that is, fails the record', async () => {
    expect(await map({ rename: { nope: 'x' } })).toContain('has no field nope');
    expect(await map({ rename: { name: 'email' } })).toBe(
      'the record has a field email already. Pick without it first.',
    );
  });
});

describe('fields', () => {
  test('are constants and texts with {{field}}', async () => {
    const fields = { source: 'Discord', count: 3, label: '{{name}} <{{email}}>', ids: ['{{id}}'] };
    expect(await map({ pick: ['name'], fields })).toEqual({
      name: 'Ann',
      source: 'Discord',
      count: 3,
      label: 'Ann <ann@example.org>',
      ids: ['80351110224678912'],
    });
  });

  test('read the record before pick and rename, and keep the type of a value', async () => {
    const settings = { pick: ['a'], rename: { a: 'z' }, fields: { list: '{{l}}', old: '{{a}}' } };
    expect(await map(settings, { a: 1, l: [1, 2] })).toEqual({ z: 1, list: [1, 2], old: 1 });
  });

  test('that read a field which is not there fail the record', async () => {
    expect(await map({ fields: { x: '{{nope}}' } })).toMatch(
      /^fields\.x: the record has no field nope\./,
    );
    expect(await map({ fields: { x: "{{nope || 'none'}}" } })).toMatchObject({ x: 'none' });
  });

  test('cannot be expanded by data', async () => {
    const value = { name: '{{secret}}', secret: 's' };
    expect(await map({ fields: { x: '{{name}}' } }, value)).toMatchObject({ x: '{{secret}}' });
  });
});

describe('join', () => {
  const incoming = { id: '1', name: 'Ann', joined: '2026-01-01' };
  const found = { name: 'A. Smith', end: '2026-12-31' };

  test('adds everything that the value lacks', async () => {
    expect(await map({ join: true }, found, incoming)).toEqual({
      id: '1',
      name: 'A. Smith',
      joined: '2026-01-01',
      end: '2026-12-31',
    });
  });

  test('adds what is named, also over what the value has', async () => {
    expect(await map({ join: ['name', 'id'] }, found, incoming)).toEqual({
      name: 'Ann',
      end: '2026-12-31',
      id: '1',
    });
  });

  test('comes first, so that the others see it', async () => {
    const settings = { join: ['id'], pick: ['id', 'end'], fields: { line: '{{id}} {{end}}' } };
    expect(await map(settings, found, incoming)).toEqual({
      id: '1',
      end: '2026-12-31',
      line: '1 2026-12-31',
    });
  });

  test('of a field that is not there fails the record', async () => {
    expect(await map({ join: ['nope'] }, found, incoming)).toContain(
      'the record that came into the step has no field nope.',
    );
  });

  test('takes what is no object as { value }', async () => {
    expect(await map({ join: true }, found, 'x')).toEqual({ ...found, value: 'x' });
  });
});

test.each([
  [null, 'nothing'],
  ['text', 'a string'],
  [[1], 'a list'],
  [42, 'a number'],
])('what is no record fails: %j', async (value, found) => {
  expect(await map({}, value)).toBe(`this takes records, and got ${found}.`);
});

test('a failed record leaves the others alone', async () => {
  const outcomes = await apply(recordToRecord, { pick: ['a'] }, [{ a: 1 }, {}, { a: 2 }]);
  expect(outcomes).toEqual([
    { values: [{ a: 1 }] },
    {
      failure: { code: 'RECORD_TRANSFORM_FAILED', message: expect.stringContaining('no field a') },
    },
    { values: [{ a: 2 }] },
  ]);
});

test('names from data reach no prototype', async () => {
  const value = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
  const result = (await map({ fields: { b: 2 }, rename: { a: 'c' } }, value)) as DataRecord;
  expect(Object.keys(result)).toEqual(['__proto__', 'c', 'b']);
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  expect(({} as DataRecord)['polluted']).toBeUndefined();
});

describe('settings', () => {
  test.each([
    [{ join: false }, ['join']],
    [{ join: 'name' }, ['join']],
    [{ join: [1] }, ['join']],
    [{ pick: [] }, ['pick']],
    [{ pick: 'name' }, ['pick']],
    [{ rename: ['a'] }, ['rename']],
    [{ rename: { a: 1 } }, ['rename']],
    [{ rename: { a: 'x', b: 'x' } }, ['rename']],
    [{ fields: [] }, ['fields']],
    [{ fields: { a: '{{' } }, ['fields', 'a']],
    [{ fields: { a: { b: ['{{a..b}}'] } } }, ['fields', 'a', 'b', 0]],
  ])('%j are refused', (settings, path) => {
    expect(recordToRecord.checkSettings(settings)).toMatchObject([{ path }]);
  });

  test('that are right are accepted', () => {
    const settings = { join: true, pick: ['a'], rename: { a: 'b' }, fields: { c: '{{d}}' } };
    expect(recordToRecord.checkSettings(settings)).toEqual([]);
    expect(recordToRecord.checkSettings({})).toEqual([]);
  });
});

test('neither the value nor what came in is changed, whatever the settings', async () => {
  const records = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(records, records, fc.boolean(), async (value, incoming, joins) => {
      const before = JSON.stringify([value, incoming]);
      const settings = { ...(joins ? { join: true } : {}), fields: { all: '{{@}}' } };
      const result = (await map(settings, value, incoming)) as DataRecord;
      expect(JSON.stringify([value, incoming])).toBe(before);
      const names = new Set([
        ...Object.keys(value),
        ...(joins ? Object.keys(incoming) : []),
        'all',
      ]);
      expect(new Set(Object.keys(result))).toEqual(names);
    }),
    { numRuns: 200 },
  );
});
