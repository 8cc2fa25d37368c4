import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { checkMessage, contentFields } from '../../messages/message-rule.ts';
import { pollRule } from '../../messages/polls.ts';
import { postMessage, requireContent } from '../../messages/post-message.ts';
import { NO_REFERENCE } from '../../messages/references.ts';
import { toMessage } from '../../present/message.ts';
import { list } from '../../validate/collections.ts';
import { nullish, type Output, object, optional, parse } from '../../validate/rule.ts';
import { boolean, snowflake, text, url } from '../../validate/scalars.ts';
import type { ChannelRecord, WebhookRecord } from '../../world/channel-records.ts';
import { isThread } from '../../world/complete-channel.ts';
import type { State } from '../../world/state.ts';
import { startThread } from '../threads/start-thread.ts';
import { webhookName } from './manage-webhooks.ts';
import { requireByToken } from './webhook-token.ts';

const FORUMS = new Set([15, 16]);
const PUBLIC = 11;

const query = object({
  wait: optional(boolean()),
  thread_id: optional(snowflake()),
  with_components: optional(boolean()),
});

const rule = object({
  ...contentFields,
  tts: nullish(boolean()),
  poll: nullish(pollRule),
  username: nullish(webhookName),
  avatar_url: nullish(url()),
  thread_name: nullish(text({ max: 100 })),
  applied_tags: nullish(list(snowflake(), { max: 5 })),
});

type Draft = Output<typeof rule>;

/**
 * Posts as the webhook. The message is answered with `wait=true` only. The components of a webhook
 * that no application owns are left out unless the query asks for them.
 */
export function executeWebhook(context: RequestContext): Answer {
  const { state, body, ids } = context;
  const webhook = requireByToken(context);
  const { wait = false, thread_id, with_components } = parse(query, context.query);
  const given = parse(rule, body, checkMessage);
  const draft = with_components || webhook.application_id ? given : { ...given, components: [] };
  requireContent(context, draft, NO_REFERENCE);
  const target = findTarget(state, webhook, draft, thread_id);
  const id = ids.next();
  const channel = draft.thread_name
    ? startThread(asWebhook(context, webhook), target, PUBLIC, toThreadStart(draft), id)
    : target;
  const message = postMessage(context, {
    channel,
    draft,
    reference: NO_REFERENCE,
    id,
    webhook: {
      author_id: webhook.id,
      webhook_id: webhook.id,
      webhook_author: { username: draft.username ?? webhook.name, avatar: webhook.avatar },
    },
  });
  return wait ? ok(toMessage(context, message)) : noContent();
}

/** The channel that is written to: the webhook's own, or a thread of it. */
function findTarget(
  state: State,
  webhook: WebhookRecord,
  draft: Draft,
  threadId: string | undefined,
): ChannelRecord {
  const channel = state.channels.get(webhook.channel_id);
  if (!channel) throw apiError(10003);
  const forum = FORUMS.has(channel.type);
  if (draft.thread_name && !forum) throw apiError(220003);
  if (draft.thread_name && threadId) throw apiError(220002);
  if (forum && !draft.thread_name && !threadId) throw apiError(220001);
  if (!threadId) return channel;
  const thread = state.channels.get(threadId);
  if (!thread || !isThread(thread) || thread.parent_id !== channel.id) throw apiError(10003);
  const { archived = false, locked = false } = thread.thread_metadata ?? {};
  if (archived && locked) throw apiError(50083);
  return thread;
}

/** A thread that a webhook starts belongs to the webhook. */
function asWebhook(context: RequestContext, webhook: WebhookRecord): RequestContext {
  return { ...context, actor: { ...context.actor, id: webhook.id } };
}

function toThreadStart({ thread_name, applied_tags }: Draft) {
  return { name: thread_name ?? '', applied_tags: applied_tags ?? [] };
}
