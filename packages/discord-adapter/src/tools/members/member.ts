import { untrusted } from '@guildline/mcp-core';
import type { APIGuildMember } from 'discord-api-types/v10';
import * as z from 'zod';
import { toTimestamp } from '../../schema/timestamp.ts';

/** A member as every member tool returns it. */
export function memberOutput() {
  return z.object({
    user_id: z.string(),
    username: untrusted(z.string()),
    global_name: untrusted(z.string()).nullable(),
    nick: untrusted(z.string()).nullable(),
    bot: z.boolean(),
    roles: z.array(z.string()),
    joined_at: z.string().nullable(),
    communication_disabled_until: z.string().nullable(),
    pending: z.boolean(),
  });
}

export function toMember(member: APIGuildMember): z.input<ReturnType<typeof memberOutput>> {
  const { user } = member;
  return {
    user_id: user.id,
    username: user.username,
    global_name: user.global_name,
    nick: member.nick ?? null,
    bot: user.bot ?? false,
    roles: member.roles,
    joined_at: toTimestamp(member.joined_at),
    communication_disabled_until: toTimestamp(member.communication_disabled_until),
    pending: member.pending ?? false,
  };
}
