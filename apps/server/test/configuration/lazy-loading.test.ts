import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../src/configuration');

test('no file loads the YAML library before it is needed', async () => {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const imports = texts.flatMap(
    (text) => text.match(/.*\bfrom 'yaml'.*|.*import\('yaml'\).*/g) ?? [],
  );
  const loading = imports.filter((line) => !/^import type |typeof import\(/.test(line));
  expect(loading.map((line) => line.trim())).toEqual([
    "const { default: yaml } = await import('yaml');",
  ]);
});
