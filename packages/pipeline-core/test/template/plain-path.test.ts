import { describe, expect, test } from 'vitest';
import { parsePlainPath } from '../../src/template/plain-path.ts';
import { missing, resolvePath } from '../../src/template/resolve-path.ts';

describe('a plain path is names and indexes from 0', () => {
  test.each([
    ['a', ['a']],
    ['a.b', ['a', 'b']],
    ['channels.channels[0].id', ['channels', 'channels', 0, 'id']],
    ['a[0][12]', ['a', 0, 12]],
    ['_a.B_9', ['_a', 'B_9']],
    ['a.true', ['a', 'true']],
    ['a[007]', ['a', 7]],
  ])('%j', (text, path) => {
    expect(parsePlainPath(text)).toEqual(path);
  });

  test.each([
    '',
    '.',
    '.a',
    'a.',
    'a..b',
    '[0]',
    'a[-1]',
    'a[]',
    'a[0',
    'a[0]b',
    'a[12345678901]',
    'a.[0]',
    'a.0',
    '9a',
    'a b',
    'a . b',
    'a."b"',
    'a-b',
    'é',
    'a.é',
    'true',
    'null',
    'a\n',
    'a|b',
  ])('and nothing else: %j', (text) => {
    expect(parsePlainPath(text)).toBeUndefined();
  });
});

describe('a plain path reads own properties and items only', () => {
  const scope = {
    a: { text: 'abc', list: [10, null, undefined], none: null, undef: undefined, zero: 0 },
    call: () => 1,
    inherited: Object.create({ secret: 1 }) as object,
  };
  const read = (text: string) => resolvePath(parsePlainPath(text) ?? [], scope);

  test.each([
    ['a.text', 'abc'],
    ['a.list[0]', 10],
    ['a.zero', 0],
    ['a.none', null],
    ['a.list[1]', null],
  ])('%s is there', (text, value) => {
    expect(read(text)).toBe(value);
  });

  test.each([
    'b',
    'a.nope',
    'a.undef',
    'a.list[2]',
    'a.list[3]',
    'a.list.length',
    'a.text.length',
    'a.text[0]',
    'a.none.x',
    'a.constructor',
    'a.toString',
    'a.__proto__',
    'a.list.map',
    'call',
    'call.name',
    'inherited.secret',
    '__proto__',
    'constructor.name',
    'hasOwnProperty',
  ])('%s is missing', (text) => {
    expect(read(text)).toBe(missing);
  });

  test('an own property is read whatever its name', () => {
    const own = JSON.parse('{"a": {"__proto__": 1, "constructor": 2}}') as Record<string, unknown>;
    expect(resolvePath(['a', '__proto__'], own)).toBe(1);
    expect(resolvePath(['a', 'constructor'], own)).toBe(2);
  });
});
