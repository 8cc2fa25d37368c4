import { ok, type RequestContext, type Route, route } from '../http/route.ts';
import { toThread } from '../present/channel.ts';
import { toEvent } from '../present/event.ts';
import { toUser } from '../present/user.ts';
import { toWebhook } from '../present/webhook.ts';
import { object, optional, parse } from '../validate/rule.ts';
import { integer, snowflake } from '../validate/scalars.ts';
import { isThread } from '../world/complete-channel.ts';
import type { AuditLogRecord } from '../world/guild-records.ts';
import { compareIds } from '../world/ids.ts';

const query = object({
  user_id: optional(snowflake()),
  target_id: optional(snowflake()),
  action_type: optional(integer({ min: 1 })),
  before: optional(snowflake()),
  after: optional(snowflake()),
  limit: optional(integer({ min: 1, max: 100 })),
});

export const auditLogRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/audit-logs', listAuditLog),
];

/** Newest first; with `after` oldest first. What the entries name is listed beside them. */
function listAuditLog(context: RequestContext) {
  const { state, actor, authority, param } = context;
  const { guild } = authority.requireInGuild(param('guild_id'), 'ViewAuditLog');
  const { limit = 50, before, after, ...wanted } = parse(query, context.query);
  const found = state.auditLog
    .of(guild.id)
    .filter((entry) => Object.entries(wanted).every(([key, value]) => entry[key as 'id'] === value))
    .filter(({ id }) => !before || compareIds(id, before) < 0)
    .filter(({ id }) => !after || compareIds(id, after) > 0)
    .sort((a, b) => (after ? compareIds(a.id, b.id) : compareIds(b.id, a.id)));
  const entries = found.slice(0, limit);
  const named = new Set(entries.flatMap(({ user_id, target_id }) => [user_id, target_id]));
  return ok({
    audit_log_entries: entries.map(toEntry),
    users: state.users
      .all()
      .filter(({ id }) => named.has(id))
      .map(toUser),
    webhooks: state.webhooks
      .of(guild.id)
      .filter(({ id }) => named.has(id))
      .map((webhook) => toWebhook(context, webhook, { withToken: false })),
    guild_scheduled_events: state.events
      .of(guild.id)
      .filter(({ id }) => named.has(id))
      .map((event) => toEvent(state, event)),
    threads: state.channels
      .of(guild.id)
      .filter((channel) => isThread(channel) && named.has(channel.id))
      .map((thread) => toThread(thread, actor.id)),
    integrations: [],
    application_commands: [],
    auto_moderation_rules: [],
  });
}

function toEntry({ guild_id: _, ...entry }: AuditLogRecord) {
  return entry;
}
