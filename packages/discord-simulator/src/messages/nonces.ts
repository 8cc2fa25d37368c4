import { apiError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import type { MessageRecord } from '../world/message-records.ts';
import { nonceKey } from '../world/state.ts';

interface NonceSource {
  readonly channelId: string;
  readonly nonce: string | number | null | undefined;
  readonly enforced: boolean | null | undefined;
}

/**
 * The message that this author sent with the same nonce within the window. Throws 10008 when that
 * message has been deleted meanwhile.
 */
export function findByNonce(
  { state, actor, now, nonceWindow }: RequestContext,
  { channelId, nonce, enforced }: NonceSource,
): MessageRecord | undefined {
  if (!enforced || nonce === null || nonce === undefined) return undefined;
  const key = nonceKey({ channel_id: channelId, author_id: actor.id, nonce: String(nonce) });
  const known = state.nonces.get(key);
  if (!known || now - known.at >= nonceWindow) return undefined;
  const message = state.messages.get(known.message_id);
  if (!message) throw apiError(10008);
  return message;
}

/** Remembers a nonce, and forgets those that are out of the window. */
export function rememberNonce(
  { state, actor, now, nonceWindow }: RequestContext,
  { channelId, nonce }: NonceSource,
  messageId: string,
): void {
  for (const old of state.nonces.all()) {
    if (now - old.at >= nonceWindow) state.nonces.remove(nonceKey(old));
  }
  if (nonce === null || nonce === undefined) return;
  state.nonces.add({
    channel_id: channelId,
    author_id: actor.id,
    nonce: String(nonce),
    message_id: messageId,
    at: now,
  });
}
