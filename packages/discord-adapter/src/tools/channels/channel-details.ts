import { untrusted } from '@guildline/mcp-core';
import type {
  APIChannel,
  APIGuildForumTag,
  APIOverwrite,
  APIThreadMetadata,
} from 'discord-api-types/v10';
import * as z from 'zod';
import { formatEmoji } from '../../schema/emoji.ts';
import { toTimestamp } from '../../schema/timestamp.ts';
import { channelOutput, toChannel } from './channel.ts';

/** One channel with what only its type has. */
export function channelDetailsOutput() {
  return channelOutput().extend({
    last_message_id: z.string().nullable(),
    permission_overwrites: z
      .array(z.object({ id: z.string(), type: z.int(), allow: z.string(), deny: z.string() }))
      .optional(),
    default_auto_archive_duration: z.int().optional(),
    bitrate: z.int().optional(),
    user_limit: z.int().optional(),
    available_tags: z
      .array(
        z.object({
          id: z.string(),
          name: untrusted(z.string()),
          moderated: z.boolean(),
          emoji: untrusted(z.string()).nullable(),
        }),
      )
      .optional(),
    owner_id: z.string().optional(),
    thread_metadata: z
      .object({
        archived: z.boolean(),
        locked: z.boolean(),
        auto_archive_duration: z.int(),
        archive_timestamp: z.string(),
      })
      .optional(),
    applied_tags: z.array(z.string()).optional(),
    message_count: z.int().optional(),
    member_count: z.int().optional(),
  });
}

type ChannelDetails = z.input<ReturnType<typeof channelDetailsOutput>>;

export function toChannelDetails(channel: APIChannel): ChannelDetails {
  const some = channel as AnyChannel;
  const details: ChannelDetails = {
    ...toChannel(channel),
    last_message_id: some.last_message_id ?? null,
    permission_overwrites: some.permission_overwrites?.map(({ id, type, allow, deny }) => ({
      id,
      type,
      allow,
      deny,
    })),
    default_auto_archive_duration: some.default_auto_archive_duration,
    bitrate: some.bitrate,
    user_limit: some.user_limit,
    available_tags: some.available_tags?.map(toForumTag),
    owner_id: some.owner_id,
    thread_metadata: some.thread_metadata && toThreadState(some.thread_metadata),
    applied_tags: some.applied_tags,
    message_count: some.message_count,
    member_count: some.member_count,
  };
  return withoutUndefined(details);
}

interface AnyChannel {
  readonly last_message_id?: string | null;
  readonly permission_overwrites?: APIOverwrite[];
  readonly default_auto_archive_duration?: number;
  readonly bitrate?: number;
  readonly user_limit?: number;
  readonly available_tags?: APIGuildForumTag[];
  readonly owner_id?: string;
  readonly thread_metadata?: APIThreadMetadata;
  readonly applied_tags?: string[];
  readonly message_count?: number;
  readonly member_count?: number;
}

function toForumTag({ id, name, moderated, emoji_id, emoji_name }: APIGuildForumTag) {
  const emoji = formatEmoji({ id: emoji_id, name: emoji_name });
  return { id, name, moderated, emoji: emoji || null };
}

function toThreadState(metadata: APIThreadMetadata) {
  const { archived, locked, auto_archive_duration, archive_timestamp } = metadata;
  return {
    archived,
    locked,
    auto_archive_duration,
    archive_timestamp: toTimestamp(archive_timestamp),
  };
}

function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined),
  ) as Value;
}
