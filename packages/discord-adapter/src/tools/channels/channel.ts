import { untrusted } from '@guildline/mcp-core';
import type { APIChannel } from 'discord-api-types/v10';
import * as z from 'zod';
import { reference } from '../../schema/snowflake.ts';

/** A channel as lists and writing tools return it; a thread is a channel. */
export function channelOutput() {
  return z.object({
    id: reference('channel'),
    guild_id: reference('guild').nullable(),
    type: z.int(),
    name: untrusted(z.string()).nullable(),
    topic: untrusted(z.string()).nullable(),
    parent_id: reference('parent channel').nullable(),
    position: z.int().nullable(),
    nsfw: z.boolean(),
    rate_limit_per_user: z.int(),
  });
}

/** Discord's channel, of whatever type; the keys a type does not have are null, false or 0. */
export function toChannel(channel: APIChannel): z.input<ReturnType<typeof channelOutput>> {
  const some = channel as AnyChannel;
  return {
    id: some.id,
    guild_id: some.guild_id ?? null,
    type: some.type,
    name: some.name ?? null,
    topic: some.topic ?? null,
    parent_id: some.parent_id ?? null,
    position: some.position ?? null,
    nsfw: some.nsfw ?? false,
    rate_limit_per_user: some.rate_limit_per_user ?? 0,
  };
}

/** What the types of channels have in common, and what only some of them have. */
interface AnyChannel {
  readonly id: string;
  readonly type: number;
  readonly guild_id?: string;
  readonly name?: string | null;
  readonly topic?: string | null;
  readonly parent_id?: string | null;
  readonly position?: number;
  readonly nsfw?: boolean;
  readonly rate_limit_per_user?: number;
}
