import { untrusted } from '@guildline/mcp-core';
import type { APIThreadChannel } from 'discord-api-types/v10';
import * as z from 'zod';
import { reference } from '../../schema/snowflake.ts';
import { toTimestamp } from '../../schema/timestamp.ts';

/** A thread as every thread tool returns it. Its id is a channel id. */
export function threadOutput() {
  return z.object({
    id: reference('channel'),
    guild_id: reference('guild'),
    parent_id: reference('parent channel').nullable(),
    name: untrusted(z.string()),
    type: z.int(),
    owner_id: z.string().nullable(),
    archived: z.boolean(),
    locked: z.boolean(),
    auto_archive_duration: z.int(),
    rate_limit_per_user: z.int(),
    message_count: z.int(),
    member_count: z.int(),
    applied_tags: z.array(z.string()),
    created_at: z.string().nullable(),
    archive_timestamp: z.string().nullable(),
  });
}

/** A thread channel, with what Discord leaves out in some answers made explicit. */
export type ApiThread = APIThreadChannel & { readonly guild_id: string };

export function toThread(thread: ApiThread): z.input<ReturnType<typeof threadOutput>> {
  const metadata = thread.thread_metadata;
  return {
    id: thread.id,
    guild_id: thread.guild_id,
    parent_id: thread.parent_id ?? null,
    name: thread.name,
    type: thread.type,
    owner_id: thread.owner_id ?? null,
    archived: metadata?.archived ?? false,
    locked: metadata?.locked ?? false,
    auto_archive_duration: metadata?.auto_archive_duration ?? 1440,
    rate_limit_per_user: thread.rate_limit_per_user ?? 0,
    message_count: thread.message_count ?? 0,
    member_count: thread.member_count ?? 0,
    applied_tags: thread.applied_tags ?? [],
    created_at: toTimestamp(metadata?.create_timestamp),
    archive_timestamp: metadata?.archived ? toTimestamp(metadata.archive_timestamp) : null,
  };
}
