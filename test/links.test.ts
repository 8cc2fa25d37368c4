import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, readText } from './workspace.ts';

const pages = ['README.md', 'CONTRIBUTING.md', ...filesBelow('docs', ['.md'])].concat(
  filesBelow('packages', ['README.md']),
  filesBelow('apps', ['README.md']),
);

test('every link to a file in the documentation leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...readText(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target as string)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(import.meta.dirname, '..', dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
  expect(pages.length).toBeGreaterThan(15);
});
