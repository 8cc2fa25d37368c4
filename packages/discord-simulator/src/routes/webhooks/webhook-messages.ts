import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { toMessage } from '../../present/message.ts';
import { toWebhook } from '../../present/webhook.ts';
import { nullish, object, optional, parse } from '../../validate/rule.ts';
import { snowflake, text } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import type { MessageRecord } from '../../world/message-records.ts';
import { removeMessage } from '../messages/delete-messages.ts';
import { applyEdit, parseEdit } from '../messages/edit-message.ts';
import { rename, webhookName } from './manage-webhooks.ts';
import { requireByToken } from './webhook-token.ts';

const query = object({ thread_id: optional(snowflake()) });

export function getByToken(context: RequestContext): Answer {
  const webhook = requireByToken(context);
  return ok(toWebhook(context, webhook, { withToken: true, withUser: false }));
}

export function modifyByToken(context: RequestContext): Answer {
  const webhook = requireByToken(context);
  const rule = object({ name: optional(webhookName), avatar: nullish(text()) });
  rename(context, webhook, parse(rule, context.body));
  return ok(toWebhook(context, webhook, { withToken: true, withUser: false }));
}

export function deleteByToken(context: RequestContext): Answer {
  context.state.webhooks.remove(requireByToken(context).id);
  return noContent();
}

export function getWebhookMessage(context: RequestContext): Answer {
  return ok(toMessage(context, requireOwn(context).message));
}

export function editWebhookMessage(context: RequestContext): Answer {
  const { channel, message } = requireOwn(context);
  if (channel.thread_metadata?.archived) throw apiError(50083);
  applyEdit(context, channel, message, parseEdit(context.body, message), true);
  return ok(toMessage(context, message));
}

export function deleteWebhookMessage(context: RequestContext): Answer {
  const { channel, message } = requireOwn(context);
  removeMessage(context.state, channel, message);
  return noContent();
}

/** A message this webhook wrote, in its channel or in the thread the query names; 10008 otherwise. */
function requireOwn(context: RequestContext): { channel: ChannelRecord; message: MessageRecord } {
  const { state, param } = context;
  const webhook = requireByToken(context);
  const { thread_id } = parse(query, context.query);
  const channel = state.channels.get(thread_id ?? webhook.channel_id);
  const message = state.messages.get(param('message_id'));
  const own = message?.webhook_id === webhook.id && message.channel_id === channel?.id;
  if (!channel || !message || !own) throw apiError(10008);
  return { channel, message };
}
