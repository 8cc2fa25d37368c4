import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const keyBytes = 32;

/**
 * A key that is made at first use and kept in a file that only its owner can read. Several processes
 * may ask at once: one of them makes it.
 */
export function createSecretKeyFile(path: string): () => Promise<Uint8Array> {
  let key: Promise<Uint8Array> | undefined;
  return () => {
    key ??= readOrMake(path).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}

async function readOrMake(path: string): Promise<Uint8Array> {
  try {
    return await readKey(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // A link appears with its content: no other process can read a key that is half written.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return await readKey(path);
}

async function readKey(path: string): Promise<Uint8Array> {
  const key = await readFile(path);
  if (key.length >= keyBytes) return key;
  throw new Error(
    `${path} holds ${key.length} bytes and no key. Delete it to have a new one made.`,
  );
}
