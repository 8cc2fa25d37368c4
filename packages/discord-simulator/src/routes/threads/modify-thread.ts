import { AuditLogEvent } from 'discord-api-types/v10';
import { changesBetween, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toThread } from '../../present/channel.ts';
import { list } from '../../validate/collections.ts';
import { nullish, type Output, object, parse } from '../../validate/rule.ts';
import { boolean, integer, snowflake, text, toTimestamp } from '../../validate/scalars.ts';
import type { ChannelRecord, ThreadMetadataRecord } from '../../world/channel-records.ts';
import { archiveDuration } from '../channels/channel-rule.ts';
import { requireTags } from './tags.ts';

const rule = object({
  name: nullish(text({ min: 1, max: 100 })),
  archived: nullish(boolean()),
  locked: nullish(boolean()),
  invitable: nullish(boolean()),
  auto_archive_duration: nullish(archiveDuration),
  rate_limit_per_user: nullish(integer({ min: 0, max: 21_600 })),
  flags: nullish(integer({ min: 0, max: 0x7f_ff_ff_ff })),
  applied_tags: nullish(list(snowflake(), { max: 5 })),
});

type Draft = Output<typeof rule>;

/** The thread side of `PATCH /channels/{id}`. */
export function modifyThread(
  context: RequestContext,
  thread: ChannelRecord,
  guildId: string,
): Answer {
  const { state, actor, now, body } = context;
  const draft = parse(rule, body);
  requireRights(context, thread, draft);
  if (draft.applied_tags) requireTags(context, thread, draft.applied_tags);
  const metadata = thread.thread_metadata;
  const before = { ...thread, ...metadata };
  state.channels.update(thread, {
    ...(draft.name && { name: draft.name }),
    ...(typeof draft.rate_limit_per_user === 'number' && {
      rate_limit_per_user: draft.rate_limit_per_user,
    }),
    ...(typeof draft.flags === 'number' && { flags: draft.flags }),
    ...(draft.applied_tags && { applied_tags: draft.applied_tags }),
    ...(metadata && { thread_metadata: toMetadata(metadata, draft, now) }),
  });
  const after = { ...thread, ...thread.thread_metadata };
  const changes = changesBetween(before, after, [
    'name',
    'archived',
    'locked',
    'invitable',
    'auto_archive_duration',
    'rate_limit_per_user',
    'flags',
    'applied_tags',
  ]);
  if (changes.length > 0) {
    recordAudit(context, guildId, {
      action: AuditLogEvent.ThreadUpdate,
      targetId: thread.id,
      changes,
    });
  }
  return ok(toThread(thread, actor.id));
}

/** The creator may rename and archive; locking and slowmode are for who manages threads. */
function requireRights(
  { actor, authority }: RequestContext,
  thread: ChannelRecord,
  draft: Draft,
): void {
  const manages = authority.mayInChannel(thread, 'ManageThreads');
  const { archived = false, locked = false } = thread.thread_metadata ?? {};
  const reopens = draft.archived === false;
  const onlyReopens = reopens && Object.keys(draft).length === 1;
  if (archived && !reopens) throw apiError(50083);
  if (manages) return;
  const privileged = ['locked', 'rate_limit_per_user', 'flags'] as const;
  if (locked || privileged.some((key) => draft[key] !== undefined)) throw apiError(50013);
  if (onlyReopens) authority.requireInChannel(thread, 'SendMessagesInThreads');
  else if (thread.owner_id !== actor.id) throw apiError(50013);
}

function toMetadata(
  metadata: ThreadMetadataRecord,
  draft: Draft,
  now: number,
): ThreadMetadataRecord {
  const archived = draft.archived ?? metadata.archived;
  return {
    ...metadata,
    archived,
    archive_timestamp:
      archived === metadata.archived ? metadata.archive_timestamp : toTimestamp(now),
    locked: draft.locked ?? metadata.locked,
    auto_archive_duration: draft.auto_archive_duration ?? metadata.auto_archive_duration,
    ...(metadata.invitable !== undefined && {
      invitable: draft.invitable ?? metadata.invitable,
    }),
  };
}
