import { type JSONValue, search as librarySearch } from '@jmespath-community/jmespath';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { search } from './evaluate.ts';

/**
 * The library's interpreter is an oracle where it follows the standard on harmless data: small values
 * without numbers to sort, without `expref`, and with no selection from null (`null | [a]` is null in
 * the standard).
 */
const names = fc.constantFrom('a', 'b', 'c');
const value: fc.Arbitrary<JSONValue> = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JSONValue>(null, true, false, 0, 1, 2, '', 'a', 'b'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => {
  const inner = tie('expression').map((text) => `(${text})`);
  const operand = fc.oneof(
    { maxDepth: 3 },
    names,
    fc.constantFrom('@', "'a'", '`1`', '`null`', '`[1, 2]`', '*', '[]', '[*]', '[0]'),
    inner,
    fc.tuple(inner, names).map(([left, name]) => `${left}.${name}`),
    fc
      .tuple(
        inner,
        fc.constantFrom('[0]', '[-1]', '[*]', '[]', '[1:]', '[::-1]', '.*', '[*].a', '[].b'),
      )
      .map(([left, tail]) => `(${left} | @${tail})`),
    fc.tuple(inner, tie('expression')).map(([left, condition]) => `${left}[?${condition}].a`),
    fc
      .array(tie('expression'), { minLength: 1, maxLength: 3 })
      .map((list) => `((@ || 'a') | [${list.join(', ')}])`),
    fc
      .tuple(names, tie('expression'), names, tie('expression'))
      .map(([left, one, right, two]) => `((@ || 'a') | {${left}: ${one}, ${right}x: ${two}})`),
    inner.map((text) => `!${text}`),
    fc
      .tuple(fc.constantFrom('type', 'to_string', 'to_array', 'not_null'), tie('expression'))
      .map(([name, argument]) => `${name}(${argument})`),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([reference, list]) => `map(&${reference}, to_array(${list}))`),
  );
  return {
    operand,
    expression: fc.oneof(
      { maxDepth: 3 },
      tie('operand'),
      fc
        .tuple(
          tie('operand'),
          fc.constantFrom('||', '&&', '|', '==', '!=', '<', '>='),
          tie('operand'),
        )
        .map(([left, operator, right]) => `${left} ${operator} ${right}`),
    ),
  };
});

/** The library also slices text, which the standard does not. */
function isComparable(text: string, document: JSONValue): boolean {
  const hasText = JSON.stringify(document).includes('"a"') || text.includes("'");
  const hasSlice = text.includes('[1:]') || text.includes('[::-1]');
  return !(hasSlice && (hasText || text.includes('to_string') || text.includes('type')));
}

test('expressions give what the library gives', () => {
  let compared = 0;
  fc.assert(
    fc.property(expression, value, (text, document) => {
      fc.pre(text.length <= 1000 && isComparable(text, document));
      let ours: unknown;
      try {
        ours = search(text, document);
      } catch (error) {
        if (/levels|parts|binds tighter/.test((error as Error).message)) return;
        throw error;
      }
      const theirs = librarySearch(document, text);
      expect(ours).toEqual(theirs);
      compared += 1;
    }),
    { numRuns: 1500 },
  );
  expect(compared).toBeGreaterThan(1000);
});
