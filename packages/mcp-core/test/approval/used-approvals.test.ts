import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUsedApprovalsFolder } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';

let folder: string;
let clock: ManualClock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildline-used-'));
  clock = new ManualClock();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const minutes = 60_000;

test('an approval is used once, also by another process that shares the folder', async () => {
  const [one, other] = [
    createUsedApprovalsFolder(folder, clock),
    createUsedApprovalsFolder(folder, clock),
  ];
  const expiresAt = clock.now() + 10 * minutes;
  expect(await one.use('a', expiresAt)).toBe(true);
  expect(await one.use('a', expiresAt)).toBe(false);
  expect(await other.use('a', expiresAt)).toBe(false);
  expect(await other.use('b', expiresAt)).toBe(true);
});

test('marks of a day ago are removed in time, and younger ones stay', async () => {
  const used = createUsedApprovalsFolder(folder, clock);
  await used.use('old', clock.now());
  clock.advance(25 * 60 * minutes);
  await used.use('new', clock.now() + minutes);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await used.use('new', clock.now() + minutes)).toBe(false);
});

test('two processes that clean up at once do not get into each other’s way', async () => {
  await mkdir(folder, { recursive: true });
  const longAgo = new Date(clock.now() - 48 * 60 * minutes);
  for (let index = 0; index < 300; index += 1) {
    await writeFile(join(folder, `m${index}`), '');
    await utimes(join(folder, `m${index}`), longAgo, longAgo);
  }
  const expiresAt = clock.now() + 10 * minutes;
  const folders = [1, 2, 3].map(() => createUsedApprovalsFolder(folder, clock));
  const results = await Promise.all(folders.map((used, index) => used.use(`a${index}`, expiresAt)));
  expect(results).toEqual([true, true, true]);
  for (const [index, used] of folders.entries()) {
    expect(await used.use(`b${index}`, expiresAt)).toBe(true);
  }
});
