import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Configuration } from '../../src/configuration/configuration.ts';
import { watchConfiguration } from '../../src/configuration/watch-configuration.ts';
import { watchFile } from '../../src/configuration/watch-file.ts';
import { type Folders, makeFolders } from './folders.ts';

let folders: Folders;
let stop: AbortController;
beforeEach(async () => {
  folders = await makeFolders();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await folders.remove();
});

const path = 'work/guildline.config.yaml';

async function write(text: string): Promise<void> {
  await folders.write(path, text);
}

/** Changes the file, and waits for the configuration that comes of it. */
async function changeOf(
  change: () => Promise<unknown>,
  onProblem?: (message: string) => void,
): Promise<Configuration> {
  const loaded = await folders.load();
  const changed = new Promise<Configuration>((resolve, reject) => {
    watchConfiguration({
      loaded,
      onChange: resolve,
      onProblem: onProblem ?? ((message) => reject(new Error(message))),
      signal: stop.signal,
      settle: () => new Promise((settled) => setImmediate(settled)),
    });
  });
  await change();
  return changed;
}

test('tells of a file that another one replaces, as editors do', async () => {
  await write('read_only: false');
  const temporary = await folders.write('work/guildline.config.yaml~', 'read_only: true');
  const { readOnly } = await changeOf(() => rename(temporary, join(folders.root, path)));
  expect(readOnly).toBe(true);
});

test('tells of a change of the file that a link leads to', async () => {
  const target = await folders.write('dotfiles/mine.yaml', 'read_only: false');
  await symlink(target, join(folders.root, path));
  const temporary = await folders.write('dotfiles/new.yaml', 'read_only: true');
  const { readOnly } = await changeOf(() => rename(temporary, target));
  expect(readOnly).toBe(true);
});

test('tells of a folder that is exchanged behind a link, as mounted volumes do', async () => {
  await folders.write('work/..first/guildline.config.yaml', 'read_only: false');
  await folders.write('work/..second/guildline.config.yaml', 'read_only: true');
  await symlink('..first', join(folders.workingDirectory, '..data'));
  await symlink('..data/guildline.config.yaml', join(folders.root, path));
  await symlink('..second', join(folders.workingDirectory, '..new'));
  const { readOnly } = await changeOf(() =>
    rename(join(folders.workingDirectory, '..new'), join(folders.workingDirectory, '..data')),
  );
  expect(readOnly).toBe(true);
});

test('tells of a file that is written in place', async () => {
  await write('read_only: false');
  const { readOnly } = await changeOf(
    () => writeFile(join(folders.root, path), 'read_only: true'),
    () => undefined,
  );
  expect(readOnly).toBe(true);
});

test('says that a folder which is gone cannot be watched', async () => {
  const error = await new Promise<Error>((resolve) => {
    watchFile(join(folders.root, 'gone/guildline.config.yaml'), () => undefined, resolve);
  });
  expect(error.message).toContain('ENOENT');
});

test('a watch that waits for a change keeps no process alive', async () => {
  await write('read_only: false');
  const loaded = await folders.load();
  const before = process.getActiveResourcesInfo().toSorted();
  watchConfiguration({
    loaded,
    onChange: () => undefined,
    onProblem: () => undefined,
    signal: stop.signal,
  });
  expect(process.getActiveResourcesInfo().toSorted()).toEqual(before);
});
