import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the server of a folder listens, and what it wants to hear. */
export interface ControlPlace {
  readonly address: string;
  /** Made anew whenever a server begins to listen: an old one is of no use to anybody. */
  readonly secret: string;
  readonly pid: number;
}

/** The file in a folder of workflows that tells who may read it where the server listens. */
export function controlFile(folder: string): string {
  return join(folder, 'control.json');
}

/** Reads the file; `undefined` if there is none, or half of one. Whoever wrote it may be gone. */
export async function readControlFile(folder: string): Promise<ControlPlace | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(controlFile(folder), 'utf8'));
    return isControlPlace(content) ? content : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Writes the file, whole or not at all, for the own user alone. */
export async function writeControlFile(folder: string, place: ControlPlace): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = `${controlFile(folder)}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(fresh, `${JSON.stringify(place)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(fresh, controlFile(folder));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Takes the file away, unless another server has written its own meanwhile. */
export async function removeControlFile(folder: string, { secret }: ControlPlace): Promise<void> {
  const place = await readControlFile(folder).catch(() => undefined);
  if (place?.secret === secret) await rm(controlFile(folder), { force: true });
}

function isControlPlace(value: unknown): value is ControlPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { address, secret, pid } = value as Partial<Record<string, unknown>>;
  return typeof address === 'string' && typeof secret === 'string' && typeof pid === 'number';
}
