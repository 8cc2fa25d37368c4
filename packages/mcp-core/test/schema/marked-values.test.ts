import { expect, test } from 'vitest';
import * as z from 'zod';
import { id, untrusted } from '../../src/index.ts';
import { createFence, fenceResult } from '../../src/schema/fence.ts';
import { visitMarked } from '../../src/schema/marked-values.ts';

const thing = id('thing');

function visited(schema: z.ZodType, value: unknown): [string | undefined, unknown, string][] {
  const found: [string | undefined, unknown, string][] = [];
  visitMarked(schema, value, (mark, item, path) => {
    found.push([mark.refersTo, item, path.join('.')]);
  });
  return found;
}

test('a mark survives refinement, description and every wrapper', () => {
  const schemas = [
    thing.optional(),
    thing.nullable().default('x'),
    thing.describe('which'),
    thing.max(3),
    thing.refine(() => true),
    z.lazy(() => thing),
    thing.transform((text) => text),
  ];
  for (const schema of schemas) expect(visited(schema, 'a')).toEqual([['thing', 'a', '']]);
});

test('marks are found in objects, arrays, records, unions and tuples', () => {
  const schema = z.object({
    one: thing,
    many: z.array(z.object({ inner: thing })),
    named: z.record(z.string(), thing),
    either: z.union([z.object({ a: thing }), z.object({ b: thing })]),
    pair: z.tuple([thing, thing]),
    plain: z.string(),
  });
  const value = {
    one: '1',
    many: [{ inner: '2' }, { inner: '3' }],
    named: { x: '4' },
    either: { b: '5' },
    pair: ['6', '7'],
    plain: '8',
  };
  const paths = visited(schema, value).map(([, , path]) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'one',
      'many.0.inner',
      'many.1.inner',
      'named.x',
      'either.b',
      'pair.0',
    ]),
  );
  expect(paths).not.toContain('plain');
});

test('a recursive schema ends', () => {
  interface Tree {
    name: string;
    children: Tree[];
  }
  const tree: z.ZodType<Tree> = z.object({
    name: untrusted(z.string()),
    children: z.lazy(() => z.array(tree)),
  });
  expect(
    visited(tree, { name: 'a', children: [{ name: 'b', children: [] }] }).length,
  ).toBeGreaterThan(0);
});

test('only untrusted text is fenced, at any depth below its mark', () => {
  const schema = z.object({
    id: z.string(),
    name: untrusted(z.string().max(10)).nullable(),
    notes: z.array(untrusted(z.object({ title: z.string(), words: z.array(z.string()) }))),
  });
  const value = { id: '1', name: 'n', notes: [{ title: 't', words: ['w'] }] };
  expect(fenceResult(schema, value, (text) => `<${text}>`)).toEqual({
    id: '1',
    name: '<n>',
    notes: [{ title: '<t>', words: ['<w>'] }],
  });
  expect(fenceResult(schema, { id: '1', name: null, notes: [] }, (text) => `<${text}>`)).toEqual({
    id: '1',
    name: null,
    notes: [],
  });
});

test('an object is not taken for the untrusted text that may stand in its place', () => {
  const fence = (text: string) => `<${text}>`;
  const file = z.object({
    file: z.union([
      untrusted(z.string()),
      z.looseObject({ note: untrusted(z.string()) }),
      z.null(),
    ]),
  });
  expect(fenceResult(file, { file: 'text' }, fence)).toEqual({ file: '<text>' });
  expect(fenceResult(file, { file: { resource: 'result://1', note: 'n' } }, fence)).toEqual({
    file: { resource: 'result://1', note: '<n>' },
  });
  const texts = z.union([untrusted(z.string()), z.null()]);
  expect(fenceResult(texts, { odd: 'text' }, fence)).toEqual({ odd: '<text>' });
});

test('no text can close a fence, because each fence has a marker of its own', () => {
  const [one, other] = [createFence(), createFence()];
  const closing = /⟦\/untrusted \w+⟧$/.exec(one('x'))?.[0] as string;
  expect(other(closing)).not.toMatch(new RegExp(`^⟦untrusted \\w+⟧${closing}$`));
  expect(one('a')).toContain(closing);
});
