import { untrusted } from '@guildline/mcp-core';
import type { APIExtendedInvite, APIInvite } from 'discord-api-types/v10';
import * as z from 'zod';
import { reference } from '../../schema/snowflake.ts';
import { toTimestamp } from '../../schema/timestamp.ts';

/** An invite as every invite tool returns it. `max_uses` 0 is unlimited, no `expires_at` is for ever. */
export function inviteOutput() {
  return z.object({
    code: z.string(),
    url: z.string(),
    guild_id: reference('guild').nullable(),
    channel_id: reference('channel').nullable(),
    inviter_id: z.string().nullable(),
    inviter_username: untrusted(z.string()).nullable(),
    uses: z.int().nullable(),
    max_uses: z.int().nullable(),
    temporary: z.boolean().nullable(),
    created_at: z.string().nullable(),
    expires_at: z.string().nullable(),
  });
}

/** An invite as the list of a channel holds it; that of a guild may lack the counts. */
export type ApiInvite = APIInvite &
  Partial<Pick<APIExtendedInvite, 'uses' | 'max_uses' | 'max_age' | 'temporary' | 'created_at'>>;

export function toInvite(invite: ApiInvite): z.input<ReturnType<typeof inviteOutput>> {
  return {
    code: invite.code,
    url: `https://discord.gg/${invite.code}`,
    guild_id: invite.guild?.id ?? null,
    channel_id: invite.channel?.id ?? null,
    inviter_id: invite.inviter?.id ?? null,
    inviter_username: invite.inviter?.username ?? null,
    uses: invite.uses ?? null,
    max_uses: invite.max_uses ?? null,
    temporary: invite.temporary ?? null,
    created_at: toTimestamp(invite.created_at),
    expires_at: toTimestamp(invite.expires_at),
  };
}
