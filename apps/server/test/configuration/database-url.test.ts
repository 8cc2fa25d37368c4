import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDatabaseUrl } from '../../src/configuration/database-url.ts';
import { type Folders, makeFolders } from './folders.ts';

const url = 'postgres://guildline:secret-word@db.example:5432/runs';

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders();
});
afterEach(() => folders.remove());

test('the database is the one of the variable, else of the file that the other variable names', async () => {
  const path = join(folders.workingDirectory, 'url');
  await writeFile(path, `${url}\n`);
  expect(readDatabaseUrl({})).toBeUndefined();
  expect(readDatabaseUrl({ GUILDLINE_DATABASE_URL: ` ${url} ` })).toBe(url);
  expect(readDatabaseUrl({ GUILDLINE_DATABASE_URL_FILE: path })).toBe(url);
});

test('what is no URL of PostgreSQL is refused, and not repeated', () => {
  for (const wrong of ['mysql://guildline:secret-word@db/runs', 'guildline:secret-word@db']) {
    const read = () => readDatabaseUrl({ GUILDLINE_DATABASE_URL: wrong });
    expect(read).toThrow(/GUILDLINE_DATABASE_URL does not hold a URL like postgres:/);
    expect(read).not.toThrow(/secret-word/);
  }
});

test('a file that cannot be read is named, with the variable that names it', () => {
  expect(() => readDatabaseUrl({ GUILDLINE_DATABASE_URL_FILE: '/nowhere/url' })).toThrow(
    '/nowhere/url, which GUILDLINE_DATABASE_URL_FILE names, cannot be read (ENOENT)',
  );
});
