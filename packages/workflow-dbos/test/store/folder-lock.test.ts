import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../src/store/embedded/folder-lock.ts';
import { emptyFolder } from '../test-folder.ts';

test('a folder is held by one at a time, and free once it is released', async () => {
  const folder = await emptyFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: 'WORKFLOW_UNAVAILABLE',
    message: expect.stringContaining(`process ${process.pid}.`),
    details: { pid: process.pid },
  });
  await lock.release();
  const again = await lockFolder(folder);
  await again.release();
  expect(existsSync(join(folder, 'served.sock'))).toBe(false);
});

test('of many that want a folder at once, one gets it', async () => {
  const folder = await emptyFolder();
  const locks = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
  const held = locks.filter((lock) => lock.status === 'fulfilled');
  expect(held).toHaveLength(1);
  await held[0]?.value.release();
});

test('folders do not get in the way of each other, and long paths are no obstacle', async () => {
  const folder = await emptyFolder();
  const long = join(folder, 'x'.repeat(120));
  await mkdir(long);
  const locks = [await lockFolder(folder), await lockFolder(long)];
  await expect(lockFolder(long)).rejects.toMatchObject({ code: 'WORKFLOW_UNAVAILABLE' });
  for (const lock of locks) await lock.release();
});

/** Somebody bound to the socket's file alone, as a process in another container is seen. */
async function elsewhere(folder: string, answer: string) {
  const program = `require('node:net').createServer((socket) => socket.end(process.argv[2]))
    .listen(process.argv[1], () => process.stdout.write('bound'))`;
  const child = spawn(process.execPath, ['-e', program, join(folder, 'served.sock'), answer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  return child;
}

test.skipIf(process.platform === 'win32')(
  'a process in another container is seen by its socket, and its death too',
  async () => {
    const folder = await emptyFolder();
    const child = await elsewhere(
      folder,
      JSON.stringify({ pid: 1, host: 'container-7', token: 'its own' }),
    );
    await expect(lockFolder(folder)).rejects.toMatchObject({
      message: expect.stringContaining('process 1 on container-7.'),
      details: { pid: 1 },
    });
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(folder, 'served.sock'))).toBe(true);
    const lock = await lockFolder(folder);
    await lock.release();
  },
);

test.skipIf(process.platform === 'win32')(
  'whoever is bound to the socket and speaks nonsense holds the folder all the same',
  async () => {
    const folder = await emptyFolder();
    await elsewhere(folder, 'x'.repeat(5_000));
    await expect(lockFolder(folder)).rejects.toMatchObject({
      message: expect.stringContaining('another process'),
    });
  },
);
