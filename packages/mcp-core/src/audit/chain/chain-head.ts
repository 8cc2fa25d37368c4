import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toHeadName } from './chain-names.ts';
import { addCode, macOf, type Position, type SealKeys, takeCode } from './seal.ts';

/** Where the files of a chain begin: at 1, or later if the oldest were removed on purpose. */
export interface ChainStart extends Position {
  readonly file: number;
}

/** A signed statement how far a chain had come. Lines may follow that it does not know yet. */
export interface ChainHead extends Position {
  readonly chain: string;
  /** The file that holds the last line. */
  readonly file: number;
  readonly from: ChainStart;
  /** True if the process ended the chain, so that nothing follows. */
  readonly closed: boolean;
}

/** What lies in place of a head. */
export type FoundHead =
  | { readonly kind: 'absent' | 'forged'; readonly text: string }
  | { readonly kind: 'signed'; readonly head: ChainHead; readonly text: string };

/** Replaces a chain's head at once: a reader sees the old one or the new one, whole. */
export async function writeHead(folder: string, head: ChainHead, keys: SealKeys): Promise<void> {
  const body = JSON.stringify(head);
  const text = addCode(body, 'signature', macOf(body, 'head', keys.head));
  const path = join(folder, toHeadName(head.chain));
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Reads a chain's head and its signature. */
export async function readHead(folder: string, chain: string, keys: SealKeys): Promise<FoundHead> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(folder, toHeadName(chain)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === 'ENOENT' ? 'absent' : 'forged', text: '' };
  }
  const text = bytes.toString('latin1');
  const end = bytes.length - 1;
  const taken = bytes[end] === 0x0a ? takeCode(bytes.subarray(0, end), 'signature') : undefined;
  if (!taken || macOf(taken.body, 'head', keys.head) !== taken.code)
    return { kind: 'forged', text };
  const head = JSON.parse(taken.body.toString('utf8')) as ChainHead;
  return head.chain === chain ? { kind: 'signed', head, text } : { kind: 'forged', text };
}
