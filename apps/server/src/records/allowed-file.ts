import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { ToolError } from '@guildline/mcp-core';

/** The files that may be opened. */
export interface AllowedFiles {
  /** Absolute paths. */
  readonly folders: readonly string[];
  readonly maximumBytes: number;
}

/** A file that is open for reading, and what it was when it was opened. */
export interface AllowedFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** Other once the file is changed or replaced. */
  readonly version: string;
}

const longestPath = 1024;

/**
 * Opens a file by its path inside one of the allowed folders, the first that has it. Links are followed
 * only to places inside the folder; what is no regular file is not opened for long, and not read.
 *
 * @throws ToolError `FILE_NOT_ALLOWED`, which tells of nothing outside the folders
 */
export async function openAllowedFile(path: string, allowed: AllowedFiles): Promise<AllowedFile> {
  refuseOddPath(path);
  for (const folder of allowed.folders) {
    const file = await openInside(folder, path);
    if (file) return holdAgainstSize(file, path, allowed.maximumBytes);
  }
  throw refuse(
    path,
    'is no file in the folders that may be read. Give its path inside one of them',
  );
}

/** What an open file is now, to compare it with what it was. */
export async function versionOf(handle: FileHandle): Promise<string> {
  const { dev, ino, size, mtimeMs } = await handle.stat();
  return [dev, ino, size, Math.round(mtimeMs)].map((part) => part.toString(36)).join('-');
}

function refuseOddPath(path: string): void {
  const parts = path.split(/[/\\]/);
  const isOdd =
    path.length > longestPath ||
    path.includes('\0') ||
    isAbsolute(path) ||
    /^[A-Za-z]:/.test(path) ||
    parts.includes('..');
  if (isOdd) {
    throw refuse(path, 'does not stay inside a folder. Give a relative path without ".."');
  }
}

async function openInside(folder: string, path: string): Promise<FileHandle | undefined> {
  try {
    const root = await realpath(folder);
    const real = await realpath(join(root, path));
    if (!isInside(root, real)) return undefined;
    // A pipe would keep us waiting for its writer, and a link may have been put there by now.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const handle = await open(real, flags);
    if (await isStillInside(handle, root, real)) return handle;
    await handle.close();
    return undefined;
  } catch {
    return undefined;
  }
}

/** The folders on the way may have been replaced between the look and the opening. */
async function isStillInside(handle: FileHandle, root: string, real: string): Promise<boolean> {
  const [opened, now] = await Promise.all([handle.stat(), realpath(real)]);
  const found = await stat(now);
  return (
    opened.isFile() && isInside(root, now) && found.ino === opened.ino && found.dev === opened.dev
  );
}

function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

async function holdAgainstSize(
  handle: FileHandle,
  path: string,
  maximumBytes: number,
): Promise<AllowedFile> {
  const { size } = await handle.stat();
  if (size <= maximumBytes) return { handle, size, version: await versionOf(handle) };
  await handle.close();
  throw refuse(
    path,
    `is larger than ${maximumBytes} bytes. Split it, or raise record_files.maximum_bytes`,
  );
}

function refuse(path: string, why: string): ToolError {
  const shown = JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path);
  return new ToolError({ code: 'FILE_NOT_ALLOWED', message: `${shown} ${why}.` });
}
