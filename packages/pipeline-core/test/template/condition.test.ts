import { describe, expect, test } from 'vitest';
import { Budget, compileCondition, holds } from '../../src/index.ts';

const scope = {
  s: {
    yes: true,
    no: false,
    zero: 0,
    one: 1,
    text: 'a',
    zeroText: '0',
    empty: '',
    none: null,
    list: [0],
    noItems: [],
    object: { a: 1 },
    noKeys: {},
  },
};

function judge(text: string): boolean {
  return holds(compileCondition(text), scope);
}

describe('a condition holds for everything but false, 0, null, the missing and the empty', () => {
  test.each(['s.yes', 's.one', 's.text', 's.zeroText', 's.list', 's.object', 's'])('%s', (path) => {
    expect(judge(path)).toBe(true);
    expect(judge(`{{${path}}}`)).toBe(true);
    expect(judge(` {{ ${path} }} `)).toBe(true);
  });

  test.each([
    's.no',
    's.zero',
    's.empty',
    's.none',
    's.noItems',
    's.noKeys',
    's.nope',
    's.nope.deeper[0]',
    'skipped',
    'skipped.result',
  ])('not %s', (path) => {
    expect(judge(path)).toBe(false);
    expect(judge(`{{${path}}}`)).toBe(false);
  });
});

describe('only the final value is judged, by the same rule', () => {
  test.each([
    ["s.text == 'a'", true],
    ['s.one > `0`', true],
    ['s.zero > `0`', false],
    ['s.zero || s.one', false], // JMESPath: 0 is true, so `||` stops there; the step then judges 0.
    ['!(s.zero)', false],
    ['s.zero == `0`', true],
    ['length(s.list)', true],
    ['length(s.noItems)', false],
    ['s.list[?@ > `5`]', false],
    ["contains(s.text, 'a') && s.yes", true],
    ["s.text > 'A'", false], // Text has no order in JMESPath: null.
    ['!(s.nope.deep)', true],
    ["s.text != '{{'", true],
  ])('%s: %s', (text, value) => {
    expect(judge(text)).toBe(value);
  });
});

describe('what is no single expression is refused', () => {
  test.each([
    ['{{s.one}} == 0', 'inside one pair of braces'],
    ['{{s.one}} {{s.two}}', 'inside one pair of braces'],
    ['{{s.one', 'not closed'],
    ['', 'no expression'],
    ['   ', 'no expression'],
    ['{{}}', 'no expression'],
    ['s.one ==', 'expected an expression'],
    ['s.one = 1', 'compare with "=="'],
    ['is {{s.one}}', 'expected an operator'],
    ['s.one > 0', 'Write the number in backticks'],
    ['not s.one', 'expected an operator'],
    ['s.a and s.b', 'Write "&&"'],
  ])('%j', (text, message) => {
    expect(() => compileCondition(text)).toThrow(
      expect.objectContaining({
        code: 'PIPELINE_INVALID',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  test('with the position in the whole text', () => {
    expect(() => compileCondition('  {{ s.one ==  }}')).toThrow(
      expect.objectContaining({ position: 13 }),
    );
  });
});

test('an expression that cannot be evaluated fails; it does not silently skip', () => {
  expect(() => judge('length(s.nope) > `3`')).toThrow(
    expect.objectContaining({ code: 'PIPELINE_REFERENCE_UNRESOLVED' }),
  );
  expect(() => holds(compileCondition('s.list[*]'), scope, new Budget(3))).toThrow('units of work');
});
