import { untrusted } from '@guildline/mcp-core';
import type { APIUser } from 'discord-api-types/v10';
import * as z from 'zod';

/** A user as every tool returns one; a bot is a user. */
export function userOutput() {
  return z.object({
    id: z.string(),
    username: untrusted(z.string()),
    global_name: untrusted(z.string()).nullable(),
    bot: z.boolean(),
  });
}

export function toUser(
  user: Pick<APIUser, 'id' | 'username' | 'global_name' | 'bot'>,
): z.input<ReturnType<typeof userOutput>> {
  const { id, username, global_name, bot } = user;
  return { id, username, global_name: global_name ?? null, bot: bot ?? false };
}
