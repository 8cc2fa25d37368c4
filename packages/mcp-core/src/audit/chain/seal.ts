import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** How far a chain has come: the number and the code of its last line. */
export interface Position {
  /** Counts from 1; 0 before the first line. */
  readonly seq: number;
  /** Empty before the first line. */
  readonly mac: string;
}

export const startPosition: Position = { seq: 0, mac: '' };

/** Keys that are made of the one key of the log, so that no code of one use counts for another. */
export interface SealKeys {
  readonly line: KeyObject;
  readonly head: KeyObject;
}

/** @throws Error if the key is shorter than 32 bytes. */
export function toSealKeys(key: Uint8Array): SealKeys {
  if (key.length < 32) throw new Error('The key of the audit log is shorter than 32 bytes.');
  const derive = (use: string) =>
    createSecretKey(createHmac('sha256', key).update(`guildline:audit:${use}`).digest());
  return { line: derive('line'), head: derive('head') };
}

/** The code of a line: HMAC-SHA-256 over the code before it and the line's own text, in base64url. */
export function macOf(body: string | Buffer, before: string, key: KeyObject): string {
  return createHmac('sha256', key).update(`${before}\n`).update(body).digest('base64url');
}

/** Puts a code into a JSON object's text, as its last entry. */
export function addCode(body: string, name: 'mac' | 'signature', code: string): string {
  return `${body.slice(0, -1)},"${name}":"${code}"}`;
}

const codeLength = 43;

/** Takes the code out again: what {@link addCode} was given. `undefined` if the text has none. */
export function takeCode(
  sealed: Buffer,
  name: 'mac' | 'signature',
): { readonly body: Buffer; readonly code: string } | undefined {
  const opening = `,"${name}":"`;
  const start = sealed.length - codeLength - opening.length - 2;
  if (start < 1) return undefined;
  const ending = sealed.toString('latin1', start);
  const code = ending.slice(opening.length, -2);
  if (ending !== `${opening}${code}"}` || !/^[\w-]+$/.test(code)) return undefined;
  return { body: Buffer.concat([sealed.subarray(0, start), Buffer.from('}')]), code };
}
