import { describe, expect, test } from 'vitest';
import { limits } from '../../src/index.ts';
import { parse } from '../../src/jmespath/parse.ts';

describe('text outside the grammar is refused', () => {
  test.each([
    '.',
    ':',
    ',',
    ']',
    '[',
    '}',
    '{',
    ')',
    '(',
    '((&',
    'a[',
    'a]',
    'a][',
    '!',
    '@=',
    '@``',
    '![!(!',
    '(@',
    '@(foo)',
    '"foo"(bar)',
    '(foo)(bar)',
    'a[0](b)',
    '.*',
    '*foo',
    '*0',
    'foo[*]bar',
    'foo[*]*',
    '*.[0]',
    'foo[#]',
    'led[*',
    '[:@]',
    '[:::]',
    '[:1@]',
    '[1:2 3]',
    'foo[0, 1]',
    'foo.[0]',
    'foo[0,]',
    'foo[abc]',
    'foo.[abc, ]',
    'foo.[abc,, def]',
    'a{foo: bar}',
    'a.{}',
    'a.{foo}',
    'a.{foo: bar, }',
    'a.{foo: bar baz: bam}',
    '{a: @',
    'foo ||',
    'foo.|| bar',
    '|| foo',
    'foo || || foo',
    '"foo',
    "'foo",
    '`foo',
    'foo[ ?bar]',
    'foo[?bar==]',
    'foo[?==bar]',
    'foo[?bar<>baz]',
    'foo[?bar^baz]',
    'bar.`"x"`',
    'foo[*].`"x"`',
    '"\\u"',
    '[a b]',
    '[ ]',
    'f(a b)',
    'length(a,)',
    'length(,a)',
    'a[1-1]',
    'a[--1]',
    'a[-]',
    'a b',
    'a.1',
    '1',
    '-1',
    'a + b',
    'a - b',
    'a * b',
    'a / b',
    'a // b',
    'a % b',
    '-a',
    '$',
    '$.a',
    '$a',
    'let $a = b in $a',
    'a ? b : c',
    'a = b',
    '&a',
    '[&a]',
    'a[?&b]',
    'foo[?"a" == b && &c]',
    '`{bad}`',
    '`foo`',
    '``',
    "`'a'`",
    '\u00e9',
    'a\u00a0b',
    '\u2212a',
    'a \u00d7 b',
  ])('%s', (expression) => {
    expect(() => parse(expression)).toThrow(expect.objectContaining({ code: 'PIPELINE_INVALID' }));
  });
});

describe('calls are checked without data', () => {
  test.each([
    ['nope(a)', 'no function nope()'],
    ['find_first(a, b)', 'no function find_first()'],
    ['pad_left(a, `1000000000`)', 'no function pad_left()'],
    ["replace(a, 'b', 'c')", 'no function replace()'],
    ["split(a, 'b')", 'no function split()'],
    ['trim(a)', 'no function trim()'],
    ['zip(a, b)', 'no function zip()'],
    ['group_by(a, &b)', 'no function group_by()'],
    ['items(a)', 'no function items()'],
    ['from_items(a)', 'no function from_items()'],
    ['lower(a)', 'no function lower()'],
    ['constructor(a)', 'no function constructor()'],
    ['__proto__(a)', 'no function __proto__()'],
    ['abs()', 'abs() takes 1 argument, not 0'],
    ['abs(a, b)', 'abs() takes 1 argument, not 2'],
    ['join(a)', 'join() takes 2 arguments, not 1'],
    ['merge()', 'merge() takes at least 1 argument, not 0'],
    ['map(a, b)', 'write "&" before it'],
    ['sort_by(&a, b)', 'argument 1 of sort_by() takes no "&"'],
    ['length(&a)', 'argument 1 of length() takes no "&"'],
    ['not_null(a, &b)', 'argument 2 of not_null() takes no "&"'],
  ])('%s', (expression, message) => {
    expect(() => parse(expression)).toThrow(message);
  });
});

describe('what nearly nobody means is refused with a hint', () => {
  test.each([
    ['!a.b', '!(a.b)'],
    ['!a.b.c == `1`', '!(a.b)'],
    ['!a[?b]', '!(a.b)'],
    ['!a[]', '!(a.b)'],
    ['!a.*', '!(a.b)'],
    ['a == true', '`true` needs backticks'],
    ['list[?bot == false]', '`false` needs backticks'],
    ['a || null', '`null` needs backticks'],
    ['list[?name == "general"]', "'general'"],
    ['"a" == "b"', "'b'"],
    ['a.b > 5', 'in backticks: `5`'],
    ["a['b']", 'a field is written .b'],
    ['a["b c"]', 'a field is written ."b c"'],
    ['a.0', 'written [0]'],
    ['a and b', 'Write "&&"'],
    ['a or b', 'Write "||"'],
    ['a-b', 'in double quotes'],
    ['a-1', 'in double quotes'],
    ['{a: b}.constructor', '"constructor" belongs to every JavaScript object'],
    ['a."__proto__".b', '"__proto__" belongs'],
    ['{toString: a}', '"toString" belongs'],
    ['`12345678901234567890`', "'12345678901234567890'"],
    ['[?id == `[888899990000111122]`]', "'888899990000111122'"],
    ['`1e999`', 'would lose digits'],
    ['a[::0]', 'cannot be 0'],
    ['a[99999999999999999999]', 'index is too large'],
  ])('%s', (expression, message) => {
    expect(() => parse(expression)).toThrow(message);
  });

  test.each([
    '"true" == a',
    '"a b" == c',
    'a == "b".c',
    'a == @."b"',
    '!(a.b)',
    '!a',
    '!a[0]',
    '!f',
    'a.true',
  ])('and %s is not', (expression) => {
    expect(() => parse(expression)).not.toThrow();
  });
});

describe('size is limited before the parser sees it', () => {
  const { expressionCharacters, expressionDepth, expressionNodes } = limits;

  test('characters', () => {
    const text = (length: number) => `'${'x'.repeat(length - 2)}'`;
    expect(() => parse(text(expressionCharacters))).not.toThrow();
    expect(() => parse(text(expressionCharacters + 1))).toThrow(
      `${expressionCharacters} are allowed`,
    );
    expect(() => parse('('.repeat(40_000))).toThrow(`${expressionCharacters} are allowed`);
  });

  test.each([
    ['parentheses', (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`],
    ['negations', (depth: number) => `${'!'.repeat(depth)}a`],
    ['lists', (depth: number) => `${'['.repeat(depth)}a${']'.repeat(depth)}`],
    ['objects', (depth: number) => `${'{a:'.repeat(depth)}a${'}'.repeat(depth)}`],
    ['calls', (depth: number) => `${'abs('.repeat(depth)}a${')'.repeat(depth)}`],
    ['filters', (depth: number) => `${'[?'.repeat(depth)}a${']'.repeat(depth)}`],
    ['fields', (depth: number) => `(a)${'.b'.repeat(depth)}`],
    ['indexes', (depth: number) => `(a)${'[0]'.repeat(depth)}`],
    ['projections', (depth: number) => `(a)${'[*]'.repeat(depth)}`],
    ['flattened lists', (depth: number) => `(a)${'[]'.repeat(depth)}`],
    ['alternatives', (depth: number) => `a${'||a'.repeat(depth)}`],
    ['comparisons', (depth: number) => `a${'==a'.repeat(depth)}`],
    ['pipes', (depth: number) => `a${'|a'.repeat(depth)}`],
  ])('depth of %s', (_what, text) => {
    expect(() => parse(text(Math.floor(expressionDepth / 3)))).not.toThrow();
    expect(() => parse(text(expressionDepth + 1))).toThrow(`${expressionDepth} levels`);
  });

  test('nodes', () => {
    const list = (count: number) => `[${Array.from({ length: count }, () => 'a').join(',')}]`;
    expect(() => parse(list(expressionNodes - 1))).not.toThrow();
    expect(() => parse(list(expressionNodes))).toThrow(`more than ${expressionNodes} parts`);
  });
});

test('an error of the grammar has the position of the character', () => {
  const position = (expression: string): unknown => {
    try {
      return parse(expression);
    } catch (error) {
      return (error as { position?: number }).position;
    }
  };
  expect(position('a.b  ..c')).toBe(6);
  expect(position("a.b == 'x")).toBe(7);
  expect(position('f(a, b c)')).toBe(7);
  expect(position('a ||')).toBe(4);
});
