import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPath } from '../src/format-path.ts';
import {
  Budget,
  checkSteps,
  compileCondition,
  compileTemplate,
  fillTemplate,
  holds,
  type JsonSchema,
  PipelineError,
} from '../src/index.ts';
import { attempt } from './attempt.ts';
import { findAny } from './fakes.ts';

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' });
const scope = fc.dictionary(fc.constantFrom('a', 'b', 'c'), json, { noNullPrototype: true });

/** Text that is nearly a template: the marks of templates and JMESPath in any order. */
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '{',
        '}',
        '[',
        ']',
        '[?',
        '[]',
        '(',
        ')',
        '.',
        ',',
        ':',
        '|',
        '||',
      ),
      fc.constantFrom(
        '&&',
        '&',
        '!',
        '@',
        '*',
        '==',
        '<',
        "'",
        '"',
        '`',
        '\\',
        '\n',
        '\ud83d',
        ' ',
      ),
      fc.constantFrom(
        'a',
        'b',
        'c',
        '0',
        '-1',
        '`1`',
        "'x'",
        '"q"',
        'length(',
        'map(&',
        'sort_by(',
      ),
      fc.constantFrom('constructor', '__proto__', 'toString', 'true', 'null', '$', '?', '=', '+'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('whatever the text and the data, a template is filled or throws its one error', () => {
  fc.assert(
    fc.property(soup, scope, (text, values) => {
      for (const whole of [text, `{{${text}}}`, `x {{${text}}} y`]) {
        const { error, value } = attempt(whole, values);
        if (error === undefined) expect(() => JSON.stringify(value)).not.toThrow();
        else expect(error.length).toBeLessThan(1500);
      }
    }),
    { numRuns: 800 },
  );
});

test('whatever the text, a condition is judged or throws its one error', () => {
  fc.assert(
    fc.property(soup, scope, (text, values) => {
      try {
        expect(typeof holds(compileCondition(text), values)).toBe('boolean');
      } catch (error) {
        if (!(error instanceof PipelineError)) throw error;
      }
    }),
    { numRuns: 600 },
  );
});

test('a compiled expression stays within any budget, or says so', () => {
  fc.assert(
    fc.property(soup, scope, fc.integer({ min: 0, max: 200 }), (text, values, work) => {
      const budget = new Budget(work, work);
      try {
        fillTemplate(compileTemplate(`{{${text}}}`), values, budget);
        expect(budget.spent).toBeLessThanOrEqual(work);
      } catch (error) {
        if (!(error instanceof PipelineError)) throw error;
      }
    }),
    { numRuns: 600 },
  );
});

test('text from a result comes through as it is: never expanded, never executed', () => {
  const evil = fc.oneof(soup, fc.constantFrom('{{b}}', "{{ '{{' }}", '{{secret.value}}', '$&$1'));
  fc.assert(
    fc.property(evil, evil, (first, second) => {
      const values = {
        a: { first, list: [second], [`${first}`]: second },
        secret: { value: 's3cret' },
      };
      const fill = (text: string) => fillTemplate(compileTemplate(text), values);
      expect(fill('{{a.first}}')).toBe(first);
      expect(fill('<{{a.first}}|{{a.list[0]}}>')).toBe(`<${first}|${second}>`);
      expect(fill("{{join('', [a.first, a.list[0]])}}")).toBe(first + second);
      expect(fill('{{a.list}}')).toEqual([second]);
      expect(fill('is {{a}}')).toBe(`is ${JSON.stringify(values.a)}`);
    }),
    { numRuns: 500 },
  );
});

test('inherited properties are never read', () => {
  const poisoned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(poisoned);
    if (typeof value !== 'object' || value === null) return value;
    const prototype = {
      a: 'poison',
      b: ['poison'],
      id: 'poison',
      length: 'poison',
      toJSON: () => 'poison',
    };
    const copy = Object.create(prototype) as Record<string, unknown>;
    for (const [key, item] of Object.entries(value)) {
      Object.defineProperty(copy, key, { value: poisoned(item), enumerable: true });
    }
    return copy;
  };
  const expressions = fc.constantFrom(
    'a',
    'a.a',
    'a.id',
    'a.b[0]',
    'b.length',
    'id',
    '@',
    '*',
    '*.a',
    '[a, b, id]',
    'a.*.id',
    'keys(@)',
    'values(@)',
    'merge(@, @)',
    'to_string(@)',
    'b[?id]',
    'c[*].id',
    '@ == @',
    'a == b',
  );
  fc.assert(
    fc.property(scope, expressions, (values, expression) => {
      const filled = attempt(`{{${expression}}}`, poisoned(values) as typeof values);
      const text = attempt(`x {{${expression}}}`, poisoned(values) as typeof values);
      expect(JSON.stringify([filled, text])).not.toContain('poison');
    }),
    { numRuns: 500 },
  );
});

test('the check never refuses a path that a conforming result has', () => {
  const closedSchemaOf = (value: unknown): JsonSchema => {
    if (Array.isArray(value)) return { type: 'array', items: { anyOf: value.map(closedSchemaOf) } };
    if (typeof value !== 'object' || value === null)
      return { type: value === null ? 'null' : typeof value };
    const properties = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, closedSchemaOf(item)]),
    );
    return { type: 'object', properties, additionalProperties: false };
  };
  const named = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, 'x', null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('p', 'q', 'r'), tie('value'), { noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(named, fc.array(fc.nat(), { maxLength: 5 }), (value, choices) => {
      const path: (number | string)[] = ['step_0'];
      let at = value;
      for (const choice of choices) {
        if (typeof at !== 'object' || at === null) break;
        const keys = Object.keys(at);
        const key = keys[choice % Math.max(1, keys.length)];
        if (key === undefined) break;
        path.push(Array.isArray(at) ? Number(key) : key);
        at = (at as Record<string, unknown>)[key];
      }
      const text = `{{${formatPath(path)}}}`;
      const { issues } = checkSteps(
        [
          { tool: 'give', args: {} },
          { tool: 'take', args: { x: text } },
        ],
        findAny({ give: closedSchemaOf(value) }),
      );
      expect(issues).toEqual([]);
      expect(attempt(text, { step_0: value }).value).toEqual(at);
    }),
    { numRuns: 500 },
  );
});
