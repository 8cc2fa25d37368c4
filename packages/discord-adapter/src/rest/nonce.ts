import { createHash } from 'node:crypto';

/**
 * Makes the nonces of one call: 22 characters each, the same for every repetition of the call, and
 * others for another tool, other arguments or another part. Two messages that shared a nonce would
 * hide one another.
 */
export function createNonces(
  tool: string,
  args: unknown,
  idempotencyKey: string,
): (part: number) => string {
  let call: string | undefined;
  return (part) => {
    call ??= digest(JSON.stringify([tool, idempotencyKey, args]), 'hex');
    return digest(`${call}:${part}`, 'base64url').slice(0, 22);
  };
}

function digest(text: string, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}
