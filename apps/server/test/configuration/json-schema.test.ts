import { expect, test } from 'vitest';
import { commonSettings } from '../../src/configuration/common-settings.ts';
import { type JsonSchema, publishedSchema } from './json-schema.ts';

const schema = publishedSchema();

/** Every key below a schema, with its path. */
function keysOf(part: JsonSchema, path = ''): [path: string, schema: JsonSchema][] {
  const inner = Object.entries(part.properties ?? {}).map(
    ([key, value]) => [path ? `${path}.${key}` : key, value] as const,
  );
  const values = part.additionalProperties || undefined;
  return [
    ...inner.flatMap(([name, value]): [string, JsonSchema][] => [
      [name, value],
      ...keysOf(value, name),
    ]),
    ...(values ? keysOf(values, `${path}.*`) : []),
  ];
}

test('schema/guildline.config.schema.json is the schema that the server checks with', async () => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../schema/guildline.config.schema.json',
  );
});

test('every key is described', () => {
  const keys = keysOf(schema);
  expect(keys.length).toBeGreaterThan(25);
  expect(keys.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([]);
});

test('no key is required at the top, so an empty file is valid', () => {
  expect(schema.required).toBeUndefined();
});

test('unknown keys are refused at every level', () => {
  const open = keysOf(schema).filter(
    ([, part]) => part.properties && part.additionalProperties !== false,
  );
  expect(open).toEqual([]);
  expect(schema.additionalProperties).toBe(false);
});

test('every common setting that has a key in the file stands in the schema', () => {
  const paths = keysOf(schema).map(([path]) => path);
  for (const { path } of commonSettings) {
    if (path) expect(paths).toContain(path.join('.'));
  }
});
