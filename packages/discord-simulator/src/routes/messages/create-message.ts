import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { checkMessage, messageRule } from '../../messages/message-rule.ts';
import { findByNonce, rememberNonce } from '../../messages/nonces.ts';
import { postMessage, requireContent } from '../../messages/post-message.ts';
import { findReference } from '../../messages/references.ts';
import { requireOpenThread, requireSending, requireTextChannel } from '../../messages/sending.ts';
import { toMessage } from '../../present/message.ts';
import { parse } from '../../validate/rule.ts';

export function createMessage(context: RequestContext): Answer {
  const { authority, param, body } = context;
  const channel = authority.requireChannel(param('channel_id'));
  requireTextChannel(channel);
  const draft = parse(messageRule, body, checkMessage);
  requireSending(context, channel, draft);
  requireOpenThread(context, channel);
  const nonce = { channelId: channel.id, nonce: draft.nonce, enforced: draft.enforce_nonce };
  const earlier = findByNonce(context, nonce);
  if (earlier) return ok(toMessage(context, earlier));
  const reference = findReference(context, channel, draft.message_reference);
  requireContent(context, draft, reference);
  const message = postMessage(context, { channel, draft, reference });
  rememberNonce(context, nonce, message.id);
  return ok(toMessage(context, message));
}
