import { expect, test } from 'vitest';
import { type SchemaDirection, toPlainSchema } from '../../src/upstream/plain-schema.ts';
import { toInputSchema, toOutputSchema } from '../../src/upstream/to-zod-schema.ts';
import { Random } from '../soak/random.ts';

const keywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  '$ref',
  '$defs',
  'minLength',
  'maximum',
  'pattern',
  'not',
  'a',
  'constructor',
  '__proto__',
];
const values = [
  'object',
  'array',
  'string',
  'integer',
  'null',
  '#/$defs/a',
  'a',
  '',
  0,
  -1.5,
  null,
  true,
];

/** Anything that is written with the keywords of schemas, sensible or not. */
function writeSchema(random: Random, depth: number): unknown {
  if (depth > 5 || random.chance(0.2)) return random.pick(values);
  const inside = () => writeSchema(random, depth + 1);
  if (random.chance(0.2)) return Array.from({ length: random.between(0, 4) }, inside);
  return Object.fromEntries(
    Array.from({ length: random.between(0, 6) }, () => [random.pick(keywords), inside()]),
  );
}

test('whatever is written as a schema can be used, and what comes out stays as it is', () => {
  const random = new Random(20301);
  for (let run = 0; run < 500; run += 1) {
    const written = writeSchema(random, 0);
    for (const direction of ['input', 'output'] satisfies SchemaDirection[]) {
      const plain = toPlainSchema(written, direction);
      expect(plain.type).toBe('object');
      expect(toPlainSchema(JSON.parse(JSON.stringify(plain)), direction)).toEqual(plain);
      const schema = direction === 'input' ? toInputSchema(plain) : toOutputSchema(plain);
      schema.safeParse({ a: 1 });
      expect(schema.toJSONSchema()).toMatchObject({ type: 'object' });
    }
  }
});

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^x$', format: 'email' },
    age: { type: 'integer', maximum: 150 },
    tags: { type: 'array', items: { type: ['string', 'null'] } },
    team: { anyOf: [{ $ref: '#/definitions/Team' }, { type: 'null' }] },
    level: { enum: ['new', 'In Progress'] },
  },
  required: ['name', 'age', 'tags', 'team'],
  additionalProperties: false,
  definitions: { Team: { type: 'object', properties: { id: { type: 'string' } } } },
};
const ada = { name: 'Ada', age: 40, tags: ['a', null], team: { id: '7' }, level: 'any' };

test('what a schema says of shapes counts, and its patterns, formats and sentences do not', () => {
  const schema = toOutputSchema(toPlainSchema(person, 'output'));
  expect(schema.safeParse(ada).success).toBe(true);
  expect(schema.safeParse({ ...ada, team: null }).success).toBe(true);
  for (const wrong of [{ age: 1.5 }, { age: 151 }, { tags: [1] }, { team: 'x' }, { more: 1 }]) {
    expect(schema.safeParse({ ...ada, ...wrong }).success).toBe(false);
  }
});

test('arguments that are not named are refused, unless the schema says that there may be more', () => {
  const properties = { a: { type: 'string' } };
  const accepts = (schema: object) =>
    toInputSchema(toPlainSchema(schema, 'input')).safeParse({ b: 1 }).success;
  expect(accepts({ type: 'object', properties })).toBe(false);
  expect(accepts({ type: 'object', properties, additionalProperties: false })).toBe(false);
  expect(accepts({ type: 'object', properties, additionalProperties: true })).toBe(true);
  expect(accepts({ type: 'object', properties, additionalProperties: { type: 'number' } })).toBe(
    true,
  );
  expect(accepts({ type: 'object', properties, additionalProperties: { type: 'string' } })).toBe(
    false,
  );
  expect(accepts({ type: 'object' })).toBe(true);
});

test('references that multiply themselves end within a fixed size', () => {
  const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
  const $defs = Object.fromEntries(
    names.map((name, index) => {
      const next = { $ref: `#/$defs/${names[index + 1] ?? 'none'}` };
      return [name, { type: 'object', properties: { left: next, right: next, more: next } }];
    }),
  );
  const bomb = { type: 'object', properties: { start: { $ref: '#/$defs/d0' } }, $defs };
  expect(JSON.stringify(toPlainSchema(bomb, 'input')).length).toBeLessThan(300_000);
});
