import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';

/** A short name for exactly this value: SHA-256 of its JSON with sorted keys, in base64url. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(stringify(value) ?? 'undefined')
    .digest('base64url');
}
