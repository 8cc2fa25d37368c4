import { describe, expect, test } from 'vitest';
import { compileCondition, compileTemplate, holds, PipelineError } from '../src/index.ts';
import { attempt } from './attempt.ts';

const mebibyte = 1024 * 1024;

function repeated(part: string, times: number, separator: string): string {
  return Array.from({ length: times }, () => part).join(separator);
}

describe('code cannot be reached', () => {
  test.each([
    '{{ {q: a}.constructor }}',
    '{{ {q: a}.constructor.constructor }}',
    '{{a."constructor"}}',
    '{{a."__proto__"}}',
    '{{ {"__proto__": a} }}',
    '{{a.["constructor"]}}',
    '{{@.toString}}',
    '{{a | valueOf}}',
    '{{map(&constructor, [a])}}',
    '{{[a][?constructor]}}',
    '{{sort_by([a], &hasOwnProperty)}}',
    '{{toString(a)}}',
    '{{hasOwnProperty(a)}}',
    '{{constructor.constructor(a) || @}}',
  ])('%s is refused when it is compiled', (text) => {
    expect(() => compileTemplate(text)).toThrow(
      expect.objectContaining({ code: 'PIPELINE_INVALID' }),
    );
  });

  test.each([
    '{{constructor}}',
    '{{a.constructor.name}}',
    '{{a.__proto__}}',
    '{{__proto__.polluted}}',
    '{{a.text.length}}',
    '{{a.list.map}}',
    '{{toString.call}}',
    '{{a.text.at[0]}}',
  ])('%s leads nowhere', (text) => {
    const { error } = attempt(text, { a: { text: 'abc', list: [1] } });
    expect(error).toMatch(/there is no|has no|is a list/);
  });

  test.each(['a', 'a.list', 'a.text', '@', '[a]', '{x: a}', '*', '@.*', 'a.list[*]', 'values(a)'])(
    'no part of what %s gives is a function',
    (expression) => {
      const scope = { a: { list: [1], text: 'abc', call: () => 'called' } };
      const { value } = attempt(`{{${expression}}}`, scope);
      const found: unknown[] = [value];
      for (let next = found.pop(); next !== undefined; next = found.pop()) {
        expect(typeof next).not.toBe('function');
        if (typeof next === 'object' && next !== null) found.push(...Object.values(next));
      }
    },
  );

  test("data shaped like the parser's own nodes is data", () => {
    const evil = {
      expref: true,
      type: 'Field',
      name: 'secret',
      child: { type: 'Field', name: 'secret' },
    };
    const scope = { a: { evil, list: [{ secret: 's3cret' }] } };
    expect(() => compileTemplate('{{map(a.evil, a.list)}}')).toThrow('write "&" before it');
    expect(attempt('{{map(&a.evil, a.list)}}', scope).value).toEqual([null]);
    expect(attempt('{{type(a.evil)}}', scope).value).toBe('object');
    const node = { type: 'reference', child: { type: 'field', name: 'secret' } };
    expect(attempt('{{[a.node] | [0]}}', { a: { node } }).value).toEqual(node);
  });

  test('an object does not get to say how it is printed', () => {
    const sneaky = {
      toJSON: () => 'executed',
      toString: () => 'executed',
      valueOf: () => 'executed',
    };
    const scope = { a: { sneaky, list: [sneaky] } };
    for (const text of ['x {{a.sneaky}}', '{{to_string(a.sneaky)}}', '{{a.list}}', '{{a}} y']) {
      expect(JSON.stringify(attempt(text, scope))).not.toContain('executed');
    }
  });

  test('a polluted Object.prototype adds nothing to a result', () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    prototype['polluted'] = 'from outside';
    try {
      const scope = { a: { x: 1 } };
      for (const text of [
        '{{a.polluted}}',
        '{{polluted}}',
        "{{a.polluted || 'none'}}",
        '{{a.*}}',
      ]) {
        expect(JSON.stringify(attempt(text, scope).value ?? null)).not.toContain('outside');
      }
      expect(holds(compileCondition('a.polluted'), scope)).toBe(false);
      expect(attempt('{{keys(a)}}', scope).value).toEqual(['x']);
    } finally {
      delete prototype['polluted'];
    }
  });
});

describe("the library's known faults", () => {
  test.each<[string, unknown]>([
    ['{{sort(a.numbers)}}', [1, 9, 10]],
    ['{{a.numbers[?@ == `0`] | length(@)}}', 0],
    ['{{a.zero || `1`}}', 0],
    ['{{contains(a.numbers, `9`)}}', true],
    ['{{max_by(a.items, &n).id}}', 'z'],
    ['{{min_by(a.zeros, &n)}}', { n: 0 }],
  ])('%s', (text, value) => {
    const scope = {
      a: {
        numbers: [10, 9, 1],
        zero: 0,
        items: [
          { n: 1, id: 'y' },
          { n: 2, id: 'z' },
        ],
        zeros: [{ n: 0 }],
      },
    };
    expect(attempt(text, scope).value).toEqual(value);
  });

  test.each([
    '{{l[1-1]}}',
    '{{[a b]}}',
    '{{!a.b}}',
    '{{length(a b)}}',
    '{{[1:2 3]}}',
    '{{(length)(a)}}',
  ])('%s is refused', (text) => {
    expect(() => compileTemplate(text)).toThrow(PipelineError);
  });

  test('a large number in text, as an id is, keeps its digits or is refused', () => {
    expect(attempt('{{`"888899990000111122"`}}', {}).value).toBe('888899990000111122');
    expect(() => compileTemplate('{{`888899990000111122`}}')).toThrow('lose digits');
    expect(attempt("{{to_number('888899990000111122')}}", {}).error).toContain('lose digits');
  });
});

describe('blow-ups end at the budget', () => {
  const big = 'a'.repeat(mebibyte);
  const items = Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}`, n: index }));
  const scope = {
    a: { big, items, sparse: [] as unknown[], words: items.map(({ name }) => name) },
  };
  scope.a.sparse.length = 4_000_000_000;

  test.each([
    ['doubling lists', `[@,@]|${repeated('[@,@]', 40, '|')}`],
    ['doubling and flattening', repeated('[@,@][]', 30, '|')],
    ['doubling objects', repeated('{l:@,r:@}', 40, '|')],
    ['a doubled graph as text', `${repeated('[@,@]', 30, '|')}|to_string(@)`],
    ['a doubled graph compared with itself', `${repeated('[@,@]', 30, '|')}|[@==@,@]|[1]`],
    [
      'two doubled graphs compared',
      `[${repeated('[@,@]', 25, '|')},${repeated('[@,@]', 25, '|')}]|[0]==[1]`,
    ],
    ['doubling text', repeated("join('',[@,@])", 30, '|').replace(/^/, 'a.big|')],
    ['joining with a long glue', 'join(a.big,a.words)'],
    ['text of text of text', `a.big|${repeated('to_string([@,@,@])', 12, '|')}`],
    ['a list for every item', 'a.items[*].[@,@,@]|[*].[@,@,@]|[*].[@,@,@]|[*].[@,@,@]'],
    ['a list many times over', `[${repeated('a.items', 40, ',')}][][?n > \`-1\`] | length(@)`],
    ['filters of filters', `[${repeated('a.items', 20, ',')}] | map(&([?n] | [?n] | [?n]), @)`],
    ['a long text many times over', `map(&contains(@, 'b'), [${repeated('a.big', 40, ',')}])`],
    ['a sparse list', 'a.sparse'],
    ['a sparse list as text', 'to_string(a.sparse)'],
    ['a projection over a sparse list', 'a.sparse[*]'],
    ['a slice of a sparse list', 'a.sparse[::2]'],
    ['a sparse list backwards', 'reverse(a.sparse)'],
    ['a flattened sparse list', '[a.sparse][]'],
    ['a sparse list compared', 'a.sparse == a.sparse[1:]'],
    ['reversing again and again', repeated('reverse(@)', 40, '|').replace(/^/, 'a.big|')],
    [
      'merging again and again',
      'map(&merge(@,@,@,@,@,@,@,@,@,@),a.items[*].[@,@,@,@,@][]|[@,@,@][])',
    ],
  ])('%s', (_what, expression) => {
    expect(attempt(`{{${expression}}}`, scope).error).toMatch(/units of work|characters/);
  });

  test.each([
    ['a filter over 10,000 items', "a.items[?name=='n9999'] | [0].n", 9999],
    ['sorting 10,000 items', 'sort_by(a.items, &name)[0].n', 0],
    ['the length of a long text', 'length(a.big)', mebibyte],
    ['joining 10,000 words', "length(join(', ', a.words))", 68_888],
    ['finding a text in a long text', "contains(a.big, 'b')", false],
    ['a long text backwards', 'length(reverse(a.big))', mebibyte],
    ['10,000 items as text', 'length(to_string(a.items)) > `100000`', true],
  ])('%s is within the budget', (_what, expression, value) => {
    expect(attempt(`{{${expression}}}`, scope).value).toBe(value);
  });

  test('searching text is linear where the built-in search is not', () => {
    const scopeOf = (length: number) => ({
      s: 'a'.repeat(length),
      t: `b${'a'.repeat(length / 4)}`,
    });
    const small = attempt('{{contains(s, t)}}', scopeOf(10_000));
    const large = attempt('{{contains(s, t)}}', scopeOf(100_000));
    expect([small.value, large.value]).toEqual([false, false]);
    expect(large.spent / small.spent).toBeLessThan(11);
  });
});
