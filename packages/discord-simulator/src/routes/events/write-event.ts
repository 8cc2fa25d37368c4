import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, noContent, ok, type RequestContext } from '../../http/route.ts';
import { toEvent } from '../../present/event.ts';
import { type Output, parse } from '../../validate/rule.ts';
import { refuseProblems } from '../../validate/spot.ts';
import { completeEvent } from '../../world/complete-guild.ts';
import type { EventRecord } from '../../world/guild-records.ts';
import { requireEvent } from '../require.ts';
import { checkEvent, createRule, modifyRule, toRecurrence } from './event-rule.ts';

const MAXIMUM = 100;
const AUDITED = [
  'name',
  'description',
  'channel_id',
  'entity_type',
  'status',
  'privacy_level',
  'scheduled_start_time',
  'scheduled_end_time',
] as const;

export function createEvent(context: RequestContext): Answer {
  const { state, ids, actor, authority, param, body } = context;
  const { guild } = authority.requireGuild(param('guild_id'));
  requireEventRights(context, guild.id, undefined);
  const draft = parse(createRule, body);
  const planned = completeEvent({
    id: '0',
    guild_id: guild.id,
    creator_id: actor.id,
    scheduled_end_time: null,
    entity_metadata: null,
    ...toFields(draft),
  });
  refuseProblems((spot) => checkEvent(context, planned, true, spot));
  const open = state.events.of(guild.id).filter(({ status }) => status < 3);
  if (open.length >= MAXIMUM) throw apiError(30038);
  const event = state.events.add({ ...planned, id: ids.next() });
  recordAudit(context, guild.id, {
    action: AuditLogEvent.GuildScheduledEventCreate,
    targetId: event.id,
    changes: changesOf(event, 'new_value', AUDITED),
  });
  return ok(toEvent(state, event));
}

export function modifyEvent(context: RequestContext): Answer {
  const { state, authority, param, body } = context;
  const { guild } = authority.requireGuild(param('guild_id'));
  const event = requireEvent(context, guild.id);
  requireEventRights(context, guild.id, event);
  if (event.status > 2) throw apiError(180000);
  const draft = parse(modifyRule, body);
  const planned = { ...event, ...toFields(draft) };
  if (planned.entity_type === 3) planned.channel_id = draft.channel_id ?? null;
  else planned.entity_metadata = null;
  const timesGiven = Boolean(draft.scheduled_start_time ?? draft.scheduled_end_time);
  refuseProblems((spot) => {
    checkEvent(context, planned, timesGiven && planned.status === 1, spot);
    if (!isNextStatus(event.status, planned.status)) {
      spot
        .at('status')
        .fail('GUILD_SCHEDULED_EVENT_STATUS', 'Invalid Guild Scheduled Event Status Update');
    }
  });
  const before = { ...event };
  state.events.update(event, planned);
  const changes = changesBetween(before, event, AUDITED);
  if (changes.length > 0) {
    recordAudit(context, guild.id, {
      action: AuditLogEvent.GuildScheduledEventUpdate,
      targetId: event.id,
      changes,
    });
  }
  return ok(toEvent(state, event));
}

export function deleteEvent(context: RequestContext): Answer {
  const { state, authority, param } = context;
  const { guild } = authority.requireGuild(param('guild_id'));
  const event = requireEvent(context, guild.id);
  requireEventRights(context, guild.id, event);
  state.events.remove(event.id);
  recordAudit(context, guild.id, {
    action: AuditLogEvent.GuildScheduledEventDelete,
    targetId: event.id,
    changes: changesOf(event, 'old_value', AUDITED),
  });
  return noContent();
}

/** `CREATE_EVENTS` is enough for one's own events, `MANAGE_EVENTS` is for all. */
function requireEventRights(
  { actor, authority }: RequestContext,
  guildId: string,
  event: EventRecord | undefined,
): void {
  const own = !event || event.creator_id === actor.id;
  if (own && authority.mayInGuild(guildId, 'CreateEvents')) return;
  authority.requireInGuild(guildId, 'ManageEvents');
}

function isNextStatus(from: number, to: number): boolean {
  return from === to || (from === 1 && (to === 2 || to === 4)) || (from === 2 && to === 3);
}

function toFields(
  draft: Output<typeof createRule> | Output<typeof modifyRule>,
): Partial<EventRecord> {
  const { entity_metadata, recurrence_rule, entity_type, ...plain } = draft;
  const { status, ...rest } = { status: undefined, ...plain };
  return {
    ...rest,
    ...(status && { status }),
    ...(entity_type && { entity_type }),
    ...(entity_metadata !== undefined && {
      entity_metadata: entity_metadata?.location ? { location: entity_metadata.location } : null,
    }),
    ...(recurrence_rule !== undefined && {
      recurrence_rule: recurrence_rule ? toRecurrence(recurrence_rule) : null,
    }),
  };
}
