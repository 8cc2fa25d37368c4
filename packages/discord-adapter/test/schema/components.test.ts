import { expect, test } from 'vitest';
import { components, replaceContent } from '../../src/schema/components.ts';

const button = { type: 2, style: 1, label: 'Go', custom_id: 'go' };
const row = { type: 1, components: [button] };
const text = { type: 10, content: 'Hello' };

test('everything about a component goes to Discord as it was given', () => {
  expect(components().parse([{ ...row, id: 7 }])).toEqual([{ ...row, id: 7 }]);
});

test('action rows stand beside content, every other component replaces it', () => {
  expect(replaceContent(components().parse([row]))).toBe(false);
  expect(replaceContent(components().parse([row, text]))).toBe(true);
  expect(replaceContent(undefined)).toBe(false);
});

test('forty components are the bound, nested ones included', () => {
  const container = (count: number) => [{ type: 17, components: Array(count).fill(text) }];
  expect(components().safeParse(container(39)).success).toBe(true);
  expect(components().safeParse(container(40)).success).toBe(false);
});

test('an accessory counts', () => {
  const section = { type: 9, components: [text], accessory: button };
  expect(components().safeParse(Array(13).fill(section)).success).toBe(true);
  expect(components().safeParse(Array(14).fill(section)).success).toBe(false);
});

test('deep nesting is refused without a stack overflow', () => {
  let deep: unknown = text;
  for (let depth = 0; depth < 100_000; depth += 1) deep = { type: 17, components: [deep] };
  expect(components().safeParse([deep]).success).toBe(false);
});
