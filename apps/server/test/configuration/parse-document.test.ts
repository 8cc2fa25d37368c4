import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/configuration/configuration-error.ts';
import { parseDocument } from '../../src/configuration/parse-document.ts';
import { type Folders, makeFolders } from './folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

test('keys keep every digit and every letter that they are written with', async () => {
  const { plain } = await parseDocument('111122223333444455: 1\n0x1F: 2\ntrue: 3\n"~": 4\n');
  expect(Object.keys(plain as object)).toEqual(['111122223333444455', '0x1F', 'true', '~']);
});

test('names of the prototype are ordinary keys', async () => {
  const { plain } = await parseDocument('constructor: 1\ntoString: 2\n');
  expect(plain).toEqual({ constructor: 1, toString: 2 });
  expect(Object.getPrototypeOf(plain)).toBeNull();
});

test('anchors and aliases fill in values, which are placed where the alias stands', async () => {
  const { plain, locate, problems } = await parseDocument('a: &ids ["1"]\nb: *ids\n');
  expect(plain).toEqual({ a: ['1'], b: ['1'] });
  expect(problems).toEqual([]);
  expect(locate(['b'], 'value')).toEqual({ line: 2, column: 4 });
});

test('the place of a path that is not there is that of its nearest parent', async () => {
  const { locate } = await parseDocument('a:\n  b: {}\n');
  expect(locate(['a', 'b', 'c', 0], 'value')).toEqual({ line: 2, column: 3 });
  expect(locate(['x'], 'key')).toEqual({ line: 1, column: 1 });
});

test('the source of a number is its text in the file', async () => {
  const { sourceOf } = await parseDocument('a: [00123456789012345678, "1"]');
  expect(sourceOf(['a', 0])).toBe('00123456789012345678');
  expect(sourceOf(['a', 1])).toBeUndefined();
});

describe('JSON', () => {
  const value = {
    allowed: { guilds: ['111122223333444455'] },
    callers: { 'a/b "c" \u00e9 \u{1f600}': { groups: [] } },
    audit: { maximum_bytes: 70_000 },
  };

  test.each([['no space'], ['two spaces', 2], ['tabs', '\t']])(
    'with %s is read as JSON.parse reads it',
    async (_what, space?: string | number) => {
      const text = JSON.stringify(value, null, space);
      const { plain, problems } = await parseDocument(text);
      expect(problems).toEqual([]);
      expect(JSON.stringify(plain)).toBe(JSON.stringify(value));
    },
  );

  test('with escapes is read as JSON.parse reads it', async () => {
    const text = '{"a\\u00e9": "\\ud83d\\ude00\\/\\n\\t\\\\\\""}';
    const { plain } = await parseDocument(text);
    expect(JSON.stringify(plain)).toBe(JSON.stringify(JSON.parse(text)));
  });
});

test('every beginning of a file is either used or refused with its problems', async () => {
  const text = await readFile(join(import.meta.dirname, 'example/guildline.config.yaml'), 'utf8');
  const beginnings = Array.from({ length: Math.ceil(text.length / 7) }, (_, index) =>
    text.slice(0, index * 7),
  );
  const outcomes = new Set<string>();
  for (const beginning of beginnings) {
    const config = await folders.write('work/part.yaml', beginning);
    await folders.load({ flags: { config }, known: undefined }).then(
      () => outcomes.add('used'),
      (error: unknown) => {
        expect(error).toBeInstanceOf(ConfigurationError);
        expect((error as ConfigurationError).problems.length).toBeGreaterThan(0);
        outcomes.add('refused');
      },
    );
  }
  expect([...outcomes].toSorted()).toEqual(['refused', 'used']);
});
