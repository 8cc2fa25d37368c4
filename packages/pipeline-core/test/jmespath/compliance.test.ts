import { describe, expect, test } from 'vitest';
import { document } from './document.ts';
import { search } from './evaluate.ts';

describe('fields, indexes and slices', () => {
  test.each<[string, unknown]>([
    ['foo.bar.baz', 'qux'],
    ['foo . bar\n.\tbaz', 'qux'],
    ['foo."odd name"', 1],
    ['foo.""', 'empty'],
    ['foo."9"', 'nine'],
    ['foo."\\u0039"', 'nine'],
    ['nope', null],
    ['nope.nope.nope', null],
    ['text.length', null],
    ['list.length', null],
    ['list[0]', 0],
    ['list[-1]', 9],
    ['list[-10]', 0],
    ['list[-11]', null],
    ['list[10]', null],
    ['text[0]', null],
    ['foo[0]', null],
    ['list[2:5]', [2, 3, 4]],
    ['list[:2]', [0, 1]],
    ['list[8:]', [8, 9]],
    ['list[-2:]', [8, 9]],
    ['list[:-8]', [0, 1]],
    ['list[::4]', [0, 4, 8]],
    ['list[1:8:3]', [1, 4, 7]],
    ['list[::-3]', [9, 6, 3, 0]],
    ['list[5:2:-1]', [5, 4, 3]],
    ['list[100::-5]', [9, 4]],
    ['list[-100:2]', [0, 1]],
    ['list[2:-100:-1]', [2, 1, 0]],
    ['list[5:2]', []],
    ['list[2:5:-1]', []],
    ['list[20:30]', []],
    ['emptyList[::-1]', []],
    ['text[1:2]', null],
    ['list[:]', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['people[:2].name', ['ann', 'bob']],
  ])('%s', (expression, value) => {
    expect(search(expression, document)).toEqual(value);
  });
});

describe('projections drop nulls and stop at pipes', () => {
  test.each<[string, unknown]>([
    ['people[*].name', ['ann', 'bob', 'cid']],
    ['people[*].team', [{ id: 1 }]],
    ['people[*].team.id', [1]],
    ['people[*].nope', []],
    ['nope[*]', null],
    ['text[*]', null],
    ['foo[*]', null],
    ['people[*].tags[0]', ['a', 'b']],
    ['people[*].tags | [0]', ['a', 'b']],
    [
      'people[*].[name, team]',
      [
        ['ann', { id: 1 }],
        ['bob', null],
        ['cid', null],
      ],
    ],
    ['people[*] | length(@)', 3],
    ['map.*.v', [1, 2]],
    ['map.*', [{ v: 1 }, { v: 2 }, 3]],
    ['emptyObject.*', []],
    ['list.*', null],
    ['*.bar.baz', ['qux']],
    ['nested[]', [1, [2], 3, 4]],
    ['nested[][]', [1, 2, 3, 4]],
    ['people[].tags[]', ['a', 'b', 'b']],
    ['text[]', null],
    ['people[].tags[][]', ['a', 'b', 'b']],
    ['people[?age > `25`].name', ['ann', 'cid']],
    ['people[?age >= `30`] | [0].name', 'ann'],
    ["people[?name == 'bob'].age", [20]],
    ["people[?name != 'bob'].name", ['ann', 'cid']],
    ['people[?tags].name', ['ann', 'bob']],
    ['people[?!tags].name', ['cid']],
    ["people[?contains(tags, 'b') && age < `25`].name", ['bob']],
    ['people[?team.id == `1` || age == `40`].name', ['ann', 'cid']],
    ['people[?nope]', []],
    ['foo[?bar]', null],
    ['list[?@ > `6`]', [7, 8, 9]],
    ['list[?@ > `6`] | [0]', 7],
    ['people[?tags[?@ == `"a"`]].name', ['ann']],
    ['people[?age > `25`][].tags[]', ['a', 'b']],
  ])('%s', (expression, value) => {
    expect(search(expression, document)).toEqual(value);
  });
});

describe('operators', () => {
  test.each<[string, unknown]>([
    ['none || text', 'Text'],
    ['zero || text', 0],
    ['no || blank || emptyList || emptyObject', {}],
    ['no || yes', true],
    ['nope || nope', null],
    ['yes && text', 'Text'],
    ['emptyList && text', []],
    ['zero && text', 'Text'],
    ['none && text', null],
    ['yes || no && no', true],
    ['(yes || no) && no', false],
    ['!zero', false],
    ['!blank', true],
    ['!!emptyObject', false],
    ['!nope', true],
    ['!(foo.nope)', true],
    ['!list[0]', false],
    ['zero == `0`', true],
    ['zero == no', false],
    ['none == nope', true],
    ['foo.bar == `{"baz": "qux"}`', true],
    ['foo.bar == `{"baz": "qux", "more": 1}`', false],
    ['nested == `[[1, [2]], [3], 4, [], null]`', true],
    ['emptyList == emptyObject', false],
    ["text == 'Text'", true],
    ['`1` < `2`', true],
    ['`2` <= `2`', true],
    ['`2` > `2`', false],
    ['`2` >= `2`', true],
    ["'a' < 'b'", null],
    ['yes > no', null],
    ['nope > `1`', null],
    ['`1` < `2` == `true`', true],
    ["'a' | [@, @]", ['a', 'a']],
    ['foo | bar | baz', 'qux'],
    ['none | `1`', 1],
    ['@.text', 'Text'],
    ['@ | text', 'Text'],
  ])('%s', (expression, value) => {
    expect(search(expression, document)).toEqual(value);
  });
});

describe('literals and shapes', () => {
  test.each<[string, unknown]>([
    ["'raw'", 'raw'],
    ["'it\\'s'", "it's"],
    ["'\\n'", '\\n'],
    ["'\\\\'", '\\\\'],
    ["'\\'\\''", "''"],
    ["''", ''],
    ['`"json"`', 'json'],
    ['`"a\\`b\\`c"`', 'a`b`c'],
    ['`"\\u00e9"`', 'é'],
    ['`[1, {"a": null}]`', [1, { a: null }]],
    ['` 1.5e1 `', 15],
    ['`-0.5`', -0.5],
    ['`9007199254740991`', 9007199254740991],
    ['`"888899990000111122"`', '888899990000111122'],
    ['`true`', true],
    ['`null`', null],
    ['[text, zero]', ['Text', 0]],
    ['{a: text, "b c": zero}', { a: 'Text', 'b c': 0 }],
    ['foo.[bar.baz, nope]', ['qux', null]],
    ['foo.{a: bar.baz}', { a: 'qux' }],
    ['nope.[a]', null],
    ['nope.to_string(@)', null],
    ['nope.{a: a}', null],
    ['none | [a]', null],
    ['{a: {b: text}}', { a: { b: 'Text' } }],
    ['[*.v]', [[]]],
    ['map.[*]', [[{ v: 1 }, { v: 2 }, 3]]],
    ['(foo).bar.baz', 'qux'],
    ['(people[*].tags)[0]', ['a', 'b']],
  ])('%s', (expression, value) => {
    expect(search(expression, document)).toEqual(value);
  });
});

test('what JSON cannot hold counts as null', () => {
  const odd = { u: undefined, f: () => 1, list: [undefined, 1, Symbol('s')] };
  expect(search('[u, f, u == f]', odd)).toEqual([null, null, true]);
  expect(search('list', odd)).toBe(odd.list);
  expect(search('list == `[null, 1, null]`', odd)).toBe(true);
  expect(search('list[*]', odd)).toEqual([1]);
  expect(search('map(&@, list)', odd)).toEqual([null, 1, null]);
  expect(search('to_string(@)', odd)).toBe('{"list":[null,1,null]}');
});
