import { AuditLogEvent } from 'discord-api-types/v10';
import { changesOf, recordAudit } from '../../audit/audit-log.ts';
import { apiError } from '../../http/api-error.ts';
import type { RequestContext } from '../../http/route.ts';
import { nullish } from '../../validate/rule.ts';
import { integer, text, toTimestamp } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { completeChannel, isThread } from '../../world/complete-channel.ts';
import { archiveDuration } from '../channels/channel-rule.ts';

const PRIVATE = 12;
const DEFAULT_DURATION = 4320;
const MAXIMUM_ACTIVE = 1000;

/** What every thread is started with. */
export const startFields = {
  name: text({ min: 1, max: 100 }),
  auto_archive_duration: nullish(archiveDuration),
  rate_limit_per_user: nullish(integer({ min: 0, max: 21_600 })),
};

export interface ThreadStart {
  readonly name: string;
  readonly auto_archive_duration?: number | null;
  readonly rate_limit_per_user?: number | null;
  readonly invitable?: boolean | null;
  readonly applied_tags?: string[];
}

/** Refuses another open thread when the guild has a thousand. */
export function requireThreadRoom({ state }: RequestContext, parent: ChannelRecord): void {
  const open = state.channels
    .of(parent.guild_id ?? '')
    .filter((thread) => isThread(thread) && !thread.thread_metadata?.archived);
  if (open.length >= MAXIMUM_ACTIVE) throw apiError(160006);
}

/** Adds a thread with its creator in it, and logs it. */
export function startThread(
  context: RequestContext,
  parent: ChannelRecord,
  type: number,
  start: ThreadStart,
  id: string,
): ChannelRecord {
  const { state, actor, now } = context;
  const at = toTimestamp(now);
  const slowmode = start.rate_limit_per_user ?? parent.default_thread_rate_limit_per_user;
  const thread = state.channels.add(
    completeChannel({
      id,
      guild_id: parent.guild_id,
      parent_id: parent.id,
      type,
      name: start.name,
      owner_id: actor.id,
      rate_limit_per_user: slowmode,
      applied_tags: start.applied_tags ?? [],
      thread_metadata: {
        archived: false,
        auto_archive_duration:
          start.auto_archive_duration ?? parent.default_auto_archive_duration ?? DEFAULT_DURATION,
        archive_timestamp: at,
        locked: false,
        create_timestamp: at,
        ...(type === PRIVATE && { invitable: start.invitable ?? true }),
      },
      thread_members: [{ user_id: actor.id, join_timestamp: at, flags: 1 }],
    }),
  );
  recordAudit(context, parent.guild_id ?? '', {
    action: AuditLogEvent.ThreadCreate,
    targetId: thread.id,
    changes: changesOf(thread, 'new_value', ['name', 'type', 'rate_limit_per_user']),
  });
  return thread;
}
