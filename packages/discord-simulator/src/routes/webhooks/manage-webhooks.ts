import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { toWebhook } from '../../present/webhook.ts';
import { nullish, object, optional, parse, type Rule } from '../../validate/rule.ts';
import { snowflake, text } from '../../validate/scalars.ts';
import type { ChannelRecord, WebhookRecord } from '../../world/channel-records.ts';
import { completeWebhook } from '../../world/complete-user.ts';
import { webhookToken } from './webhook-token.ts';

const MAXIMUM = 15;
const HOSTS = new Set([0, 2, 5, 13, 15, 16]);

/** A webhook's name; Discord keeps two words to itself. */
export const webhookName: Rule<string> = (value, spot) => {
  const name = text({ min: 1, max: 80 })(value, spot);
  for (const word of ['clyde', 'discord']) {
    if (!name?.toLowerCase().includes(word)) continue;
    spot.fail('USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`);
  }
  return name;
};

const avatar = nullish(text());

export function createWebhook(context: RequestContext): Answer {
  const { state, ids, actor, authority, param, body } = context;
  const channel = requireHost(context, param('channel_id'));
  authority.requireInChannel(channel, 'ManageWebhooks');
  const { name } = parse(object({ name: webhookName, avatar }), body);
  const guildId = channel.guild_id ?? '';
  const here = state.webhooks.of(guildId).filter(({ channel_id }) => channel_id === channel.id);
  if (here.length >= MAXIMUM) throw apiError(30007);
  const id = ids.next();
  const webhook = state.webhooks.add(
    completeWebhook({
      id,
      guild_id: guildId,
      channel_id: channel.id,
      name,
      token: webhookToken(id),
      user_id: actor.id,
      application_id: actor.id,
    }),
  );
  recordAudit(context, guildId, {
    action: AuditLogEvent.WebhookCreate,
    targetId: webhook.id,
    changes: changesOf(webhook, 'new_value', ['name', 'type', 'channel_id']),
  });
  return ok(toWebhook(context, webhook, { withToken: true }));
}

export function listChannelWebhooks(context: RequestContext): Answer {
  const { state, authority, param } = context;
  const channel = requireHost(context, param('channel_id'));
  authority.requireInChannel(channel, 'ManageWebhooks');
  const webhooks = state.webhooks
    .of(channel.guild_id ?? '')
    .filter(({ channel_id }) => channel_id === channel.id);
  return ok(webhooks.map((webhook) => toWebhook(context, webhook, { withToken: true })));
}

export function listGuildWebhooks(context: RequestContext): Answer {
  const { state, authority, param } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'ManageWebhooks');
  const webhooks = state.webhooks.of(guild.id);
  return ok(webhooks.map((webhook) => toWebhook(context, webhook, { withToken: true })));
}

export function getWebhook(context: RequestContext): Answer {
  return ok(toWebhook(context, requireManaged(context), { withToken: true }));
}

export function modifyWebhook(context: RequestContext): Answer {
  const { authority, body } = context;
  const webhook = requireManaged(context);
  const draft = parse(
    object({ name: optional(webhookName), avatar, channel_id: nullish(snowflake()) }),
    body,
  );
  if (draft.channel_id) {
    const target = requireHost(context, draft.channel_id);
    if (target.guild_id !== webhook.guild_id) throw apiError(10003);
    authority.requireInChannel(target, 'ManageWebhooks');
  }
  rename(context, webhook, draft);
  return ok(toWebhook(context, webhook, { withToken: true }));
}

/** Writes the changed fields and logs them. */
export function rename(
  context: RequestContext,
  webhook: WebhookRecord,
  { name, channel_id }: { readonly name?: string; readonly channel_id?: string | null },
): void {
  const before = { ...webhook };
  context.state.webhooks.update(webhook, {
    ...(name && { name }),
    ...(channel_id && { channel_id }),
  });
  const changes = changesBetween(before, webhook, ['name', 'channel_id']);
  if (changes.length === 0) return;
  recordAudit(context, webhook.guild_id, {
    action: AuditLogEvent.WebhookUpdate,
    targetId: webhook.id,
    changes,
  });
}

export function deleteWebhook(context: RequestContext): Answer {
  const webhook = requireManaged(context);
  context.state.webhooks.remove(webhook.id);
  recordAudit(context, webhook.guild_id, {
    action: AuditLogEvent.WebhookDelete,
    targetId: webhook.id,
    changes: changesOf(webhook, 'old_value', ['name', 'type', 'channel_id']),
  });
  return noContent();
}

function requireManaged({ state, authority, param }: RequestContext): WebhookRecord {
  const webhook = state.webhooks.get(param('webhook_id'));
  if (!webhook) throw apiError(10015);
  const channel = state.channels.get(webhook.channel_id);
  if (channel) authority.requireInChannel(channel, 'ManageWebhooks');
  return webhook;
}

function requireHost({ authority }: RequestContext, channelId: string): ChannelRecord {
  const channel = authority.requireChannel(channelId);
  if (!channel.guild_id) throw apiError(50003);
  if (!HOSTS.has(channel.type)) throw apiError(50024);
  return channel;
}
