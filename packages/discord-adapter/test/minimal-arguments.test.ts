import { describe, expect, test } from 'vitest';
import { discordTools } from '../src/tools/index.ts';
import { argumentsWith, idPaths, minimalArguments, valueAt } from './minimal-arguments.ts';

const tools = discordTools(() => {
  throw new Error('Arguments need no connection.');
});
const chooseId = (_kind: string, index: number) => String(10n ** 17n + BigInt(index));

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
  test('has arguments that it takes', () => {
    expect(tool.input().safeParse(minimalArguments(tool, chooseId)).success).toBe(true);
  });

  test('has arguments that it takes for each of its ids', () => {
    for (const { path } of idPaths(tool)) {
      const args = argumentsWith(tool, path, chooseId);
      expect(valueAt(args, path), path.join('.')).toBe(chooseId('', 0));
    }
  });
});

test('an argument that no value fits is an error', () => {
  const [tool] = tools;
  if (!tool) throw new Error('There are no tools.');
  expect(() => minimalArguments(tool, () => 'no id')).toThrow(tool.name);
});
