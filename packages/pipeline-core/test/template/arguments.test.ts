import { describe, expect, test } from 'vitest';
import { Budget, compileArguments, fillArguments, limits, PipelineError } from '../../src/index.ts';
import { inspectArguments } from '../../src/template/arguments.ts';

type Args = Record<string, unknown>;

function fill(args: Args, scope: Args = {}): Args {
  return fillArguments(compileArguments(args), scope);
}

/** `{ [key]: { [key]: … { [key]: leaf } } }`, without recursion. */
function nest(levels: number, leaf: unknown): Args {
  let value = leaf;
  for (let level = 0; level < levels; level += 1) value = { k: value };
  return value as Args;
}

test('templates are filled at every depth, and the rest is kept', () => {
  const args = {
    content: 'see {{a.id}}',
    embeds: [{ fields: [{ value: '{{a.list}}', inline: true }] }],
    count: 3,
    none: null,
    empty: {},
    list: [],
  };
  expect(fill(args, { a: { id: '1', list: [1, 2] } })).toEqual({
    content: 'see 1',
    embeds: [{ fields: [{ value: [1, 2], inline: true }] }],
    count: 3,
    none: null,
    empty: {},
    list: [],
  });
});

test('keys are literal', () => {
  expect(fill({ '{{a.id}}': '{{a.id}}' }, { a: { id: 'x' } })).toEqual({ '{{a.id}}': 'x' });
});

test('keys and items keep their order', () => {
  const args = { z: '{{a.x}}', b: { d: 1, c: '{{a.x}}' }, a: [3, '{{a.x}}', 1] };
  expect(JSON.stringify(fill(args, { a: { x: 2 } }))).toBe('{"z":2,"b":{"d":1,"c":2},"a":[3,2,1]}');
});

test('filled arguments share nothing with the results or with the arguments as written', () => {
  const args = { literal: { list: [1] }, filled: '{{a.list}}', again: '{{a.list}}' };
  const scope = { a: { list: [{ n: 1 }] } };
  const compiled = compileArguments(args);
  const filled = fillArguments(compiled, scope) as {
    literal: { list: number[] };
    filled: { n: number }[];
    again: { n: number }[];
  };
  filled.literal.list.push(2);
  (filled.filled[0] as { n: number }).n = 9;
  expect(args.literal.list).toEqual([1]);
  expect(scope.a.list[0]?.n).toBe(1);
  expect(filled.again[0]?.n).toBe(1);
  expect(fillArguments(compiled, scope)).toEqual({
    literal: { list: [1] },
    filled: [{ n: 1 }],
    again: [{ n: 1 }],
  });
});

test('it tells which arguments come from templates, and from which steps', () => {
  const { templates } = compileArguments({ a: 1, b: [{ c: '{{x.y}} {{z[0]}}' }], d: 'plain' });
  expect(templates.map(({ path, template }) => [path, template.text, template.references])).toEqual(
    [[['b', 0, 'c'], '{{x.y}} {{z[0]}}', ['x', 'z']]],
  );
});

describe('a problem carries its path', () => {
  test('when arguments are compiled', () => {
    expect(() => compileArguments({ list: ['ok', { x: '{{a b}}' }] })).toThrow(
      expect.objectContaining({ code: 'PIPELINE_INVALID', path: ['list', 1, 'x'] }),
    );
  });

  test('when they are filled', () => {
    expect(() => fill({ list: ['ok', { x: '{{a.b}}' }] }, { a: {} })).toThrow(
      expect.objectContaining({ code: 'PIPELINE_REFERENCE_UNRESOLVED', path: ['list', 1, 'x'] }),
    );
  });

  test('and all problems can be had at once', () => {
    const { problems } = inspectArguments({ a: '{{', b: ['{{}}'], c: '{{ok}}' });
    expect(problems.map(({ path }) => path)).toEqual([['a'], ['b', 0]]);
  });
});

describe('names that are not data', () => {
  test.each(['{"__proto__": {"x": 1}}', '{"a": [{"__proto__": "{{b}}"}]}'])(
    '"__proto__" is refused as an own key: %s',
    (json) => {
      expect(() => compileArguments(JSON.parse(json) as Args)).toThrow('"__proto__"');
    },
  );

  test('and every one of them is reported', () => {
    const args = JSON.parse('{"a": {"__proto__": 1, "ok": "{{"}, "b": {"__proto__": 1}}') as Args;
    expect(inspectArguments(args).problems).toHaveLength(3);
  });

  test('"constructor" and "prototype" are names like others', () => {
    const args = { constructor: '{{a.x}}', prototype: { constructor: 1 } };
    const filled = fill(args, { a: { x: 1 } });
    expect(filled).toEqual({ constructor: 1, prototype: { constructor: 1 } });
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });

  test.each([{ __reason: '{{a.b}}' }, { __x: { deep: ['{{a.b}}'] } }, { a: { __y: 'x {{a}}' } }])(
    'controls are never filled from a template: %j',
    (args) => {
      expect(() => compileArguments(args)).toThrow('never filled from a template');
    },
  );

  test('a control that holds no template passes', () => {
    expect(fill({ __confirm: 'yes', __list: ['a'] })).toEqual({ __confirm: 'yes', __list: ['a'] });
  });

  test('a "__proto__" in a result stays data and changes no prototype', () => {
    const scope = JSON.parse('{"a": {"evil": {"__proto__": {"polluted": true}}}}') as Args;
    const filled = fill({ value: '{{a.evil}}' }, scope)['value'] as Args;
    expect(Object.keys(filled)).toEqual(['__proto__']);
    expect(filled['polluted']).toBeUndefined();
    expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":true}}');
  });
});

describe('depth and size', () => {
  test('arguments 20,000 levels deep need no call stack', () => {
    const compiled = compileArguments(nest(20_000, 'leaf'));
    expect(compiled.depth).toBe(20_000);
    let value: unknown = fillArguments(compiled, {});
    for (let level = 0; level < 20_000; level += 1) value = (value as Args)['k'];
    expect(value).toBe('leaf');
  });

  test('a result 20,000 levels deep is copied without the call stack', () => {
    let value: unknown = fill({ x: '{{a.v}}' }, { a: { v: nest(20_000, 'leaf') } })['x'];
    for (let level = 0; level < 20_000; level += 1) value = (value as Args)['k'];
    expect(value).toBe('leaf');
  });

  test('and is written as text without it', () => {
    const text = fill({ x: '>{{a.v}}' }, { a: { v: nest(20_000, 'leaf') } })['x'] as string;
    expect(text).toHaveLength(1 + 20_000 * 6 + 6);
  });

  test('a template deeper than the limit is refused', () => {
    const args = (levels: number) => nest(levels, '{{a}}');
    expect(compileArguments(args(limits.argumentDepth)).templates).toHaveLength(1);
    expect(() => compileArguments(args(limits.argumentDepth + 1))).toThrow('levels deep');
    expect(inspectArguments(nest(20_000, ['{{a}}', '{{b}}'])).problems).toHaveLength(1);
  });

  test('arguments with more values than the limit are refused', () => {
    const list = Array.from({ length: limits.argumentValues }, () => 1);
    expect(() => compileArguments({ list })).toThrow(`at most ${limits.argumentValues} values`);
    expect(compileArguments({ list: list.slice(2) }).slots).toHaveLength(limits.argumentValues);
  });

  test('arguments that hold themselves are refused', () => {
    const args: Args = { list: [] };
    (args['list'] as unknown[]).push(args, args);
    expect(() => compileArguments(args)).toThrow(PipelineError);
  });

  test('a step may have a thousand expressions, over all its templates', () => {
    const list = (count: number) => ({ list: Array.from({ length: count }, () => '{{a}}') });
    expect(compileArguments(list(1000)).templates).toHaveLength(1000);
    expect(() => compileArguments(list(1001))).toThrow('at most 1000 expressions');
    const broken = { list: Array.from({ length: 100_000 }, () => '{{') };
    expect(inspectArguments(broken).problems.length).toBeLessThan(1100);
  });

  test('all templates of a step share one budget', () => {
    const compiled = compileArguments({ a: '{{r.list}}', b: '{{r.list}}', c: '{{r.list}}' });
    const scope = { r: { list: Array.from({ length: 100 }, (_, index) => index) } };
    const budget = new Budget(10_000);
    fillArguments(compiled, scope, budget);
    expect(budget.spent).toBeGreaterThan(300);
    expect(() => fillArguments(compiled, scope, new Budget(250))).toThrow('250 units of work');
  });

  test('text that would grow beyond the limit is refused, and the message names the template', () => {
    const scope = { a: { big: 'x'.repeat(1_000_000) } };
    const args = { list: Array.from({ length: 20 }, () => 'x {{a.big}}') };
    expect(() => fill(args, scope)).toThrow(
      expect.objectContaining({ expression: 'a.big', path: ['list', 16] }),
    );
    expect(() => fill(args, scope)).toThrow(`longer than ${limits.characters} characters`);
  });

  test('a shared text counts as often as it would be printed', () => {
    const big = 'x'.repeat(1_000_000);
    const scope = { a: { list: Array.from({ length: 20 }, () => big) } };
    expect(() => fill({ x: '{{a.list}}' }, scope)).toThrow('characters');
  });
});

test('what JSON cannot hold is left out of filled objects and null in filled lists', () => {
  const scope = { a: { v: { f: () => 1, u: undefined, n: null, s: Symbol('s'), b: 10n, ok: 1 } } };
  expect(fill({ x: '{{a.v}}' }, scope)).toEqual({ x: { n: null, ok: 1 } });
  expect(fill({ x: '{{a.l}}' }, { a: { l: [() => 1, undefined, 2] } })).toEqual({
    x: [null, null, 2],
  });
});
