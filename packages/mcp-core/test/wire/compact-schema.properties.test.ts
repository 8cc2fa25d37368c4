import { Ajv } from '@modelcontextprotocol/client/validators/ajv';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { toExactOutput, toWireTool } from '../../src/wire.ts';
import { fakeTool } from '../fakes.ts';

/** A schema, and values that it takes. */
interface Sample {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

const leaves: readonly Sample[] = [
  { schema: z.string().min(1).max(300), value: fc.string({ minLength: 1, maxLength: 300 }) },
  { schema: z.int().min(0).max(0x7f_ff_ff_ff), value: fc.nat() },
  { schema: z.number(), value: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { schema: z.boolean(), value: fc.boolean() },
  { schema: z.enum(['a', 'b']), value: fc.constantFrom('a', 'b') },
  { schema: z.literal([60, 1440]), value: fc.constantFrom(60, 1440) },
  { schema: z.literal('fixed'), value: fc.constant('fixed') },
  { schema: z.unknown(), value: fc.jsonValue() },
  {
    schema: z.string().regex(/^\d{3}$/),
    value: fc.integer({ min: 100, max: 999 }).map(String),
  },
];

const { sample } = fc.letrec<{ sample: Sample; leaf: Sample; object: Sample }>((tie) => ({
  leaf: fc.constantFrom(...leaves),
  object: fc
    .dictionary(fc.stringMatching(/^[a-z][a-z_]{0,5}$/), fc.tuple(tie('sample'), fc.boolean()), {
      maxKeys: 3,
    })
    .map(toObject),
  sample: fc.oneof(
    { maxDepth: 2 },
    tie('leaf'),
    tie('object'),
    tie('sample').map(({ schema, value }) => ({
      schema: z.array(schema).max(3),
      value: fc.array(value, { maxLength: 3 }),
    })),
    tie('sample').map(({ schema, value }) => ({
      schema: schema.nullable(),
      value: fc.option(value),
    })),
    tie('sample').map(({ schema, value }) => ({
      schema: z.record(z.string(), schema),
      value: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), value, { maxKeys: 2 }),
    })),
    fc.tuple(tie('sample'), tie('sample')).map(([one, other]) => ({
      schema: z.union([one.schema, other.schema]),
      value: fc.oneof(one.value, other.value),
    })),
  ),
}));

function toObject(properties: Record<string, [Sample, boolean]>): Sample {
  const entries = Object.entries(properties);
  return {
    schema: z.object(
      Object.fromEntries(
        entries.map(([name, [{ schema }, isOptional]]) => [
          name,
          isOptional ? schema.optional() : schema,
        ]),
      ),
    ),
    value: fc.record(Object.fromEntries(entries.map(([name, [{ value }]]) => [name, value])), {
      requiredKeys: entries.filter(([, [, isOptional]]) => !isOptional).map(([name]) => name),
    }),
  };
}

const root = fc
  .dictionary(fc.stringMatching(/^[a-z][a-z_]{0,5}$/), fc.tuple(sample, fc.boolean()), {
    minKeys: 1,
    maxKeys: 14,
  })
  .map(toObject);

/** A kind of result, and one of its results. */
const results = root.chain(({ schema, value }) =>
  fc.record({ schema: fc.constant(schema), value }),
);

const validators = new CfWorkerJsonSchemaValidator();

function accepts(schema: object, value: unknown): boolean {
  return validators.getValidator(schema as never)(value).valid;
}

test('what is published accepts everything that the exact schema accepts', () => {
  fc.assert(
    fc.property(results, ({ schema, value: made }) => {
      const value: unknown = JSON.parse(JSON.stringify(made));
      const tool = fakeTool({ name: 'some_tool', output: () => schema, input: () => schema });
      expect(accepts(toExactOutput(tool), value)).toBe(true);
      expect(accepts(toWireTool(tool).outputSchema, value)).toBe(true);
      expect(accepts(toWireTool(tool).inputSchema, value)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('what is published is a valid schema with an object root', () => {
  // The keywords that are published mean the same in the draft whose meta-schema is at hand.
  const metaSchema = new Ajv();
  fc.assert(
    fc.property(root, ({ schema }) => {
      const tool = fakeTool({ name: 'some_tool', output: () => schema, input: () => schema });
      const { inputSchema, outputSchema } = toWireTool(tool);
      for (const published of [inputSchema, outputSchema]) {
        expect(metaSchema.validateSchema(published), JSON.stringify(metaSchema.errors)).toBe(true);
        expect(published.type).toBe('object');
      }
    }),
    { numRuns: 40 },
  );
});
