import type { InviteRecord } from '../world/channel-records.ts';
import type { State } from '../world/state.ts';
import { toUserById } from './user.ts';

/** An invite; `full` adds what only managers of the guild are shown. */
export function toInvite(
  state: State,
  invite: InviteRecord,
  { full, withCounts = false }: { readonly full: boolean; readonly withCounts?: boolean },
) {
  const guild = state.guilds.get(invite.guild_id);
  const channel = state.channels.get(invite.channel_id);
  const members = state.members.of(invite.guild_id).length;
  return {
    type: 0,
    code: invite.code,
    expires_at: invite.expires_at,
    guild_id: invite.guild_id,
    guild: {
      id: invite.guild_id,
      name: guild?.name ?? '',
      splash: null,
      banner: null,
      description: guild?.description ?? null,
      icon: guild?.icon ?? null,
      features: guild?.features ?? [],
      verification_level: guild?.verification_level ?? 0,
      vanity_url_code: guild?.vanity_url_code ?? null,
      nsfw_level: guild?.nsfw_level ?? 0,
      nsfw: guild?.nsfw_level === 1 || guild?.nsfw_level === 3,
      premium_subscription_count: guild?.premium_subscription_count ?? 0,
    },
    channel: { id: invite.channel_id, type: channel?.type ?? 0, name: channel?.name ?? null },
    ...(invite.inviter_id && { inviter: toUserById(state, invite.inviter_id) }),
    ...(full && {
      uses: invite.uses,
      max_uses: invite.max_uses,
      max_age: invite.max_age,
      temporary: invite.temporary,
      created_at: invite.created_at,
    }),
    ...(withCounts && {
      approximate_member_count: members,
      approximate_presence_count: Math.ceil(members / 3),
    }),
  };
}
