import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rmdir, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The system cuts longer paths of sockets off. */
const longestPath = 100;
const elsewhere = 'guildline-control-';

/**
 * Where a server can listen for this folder: inside it, or in a folder of the own user's if the path
 * would be too long. On Windows a pipe with a name that nobody can guess.
 */
export async function makeControlAddress(folder: string): Promise<string> {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\guildline-control-${randomBytes(16).toString('hex')}`;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const inside = join(folder, 'control.sock');
  if (Buffer.byteLength(inside) <= longestPath) return inside;
  return join(await mkdtemp(join(tmpdir(), elsewhere)), 'control.sock');
}

/** Takes away what a server left at its address. A pipe of Windows leaves nothing. */
export async function clearControlAddress(address: string): Promise<void> {
  if (process.platform === 'win32') return;
  // Not `rm`: after it has looked at a socket, Node 20 may fail to load the next module.
  await unlink(address).catch(() => undefined);
  const folder = dirname(address);
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(elsewhere)) {
    await rmdir(folder).catch(() => undefined);
  }
}
