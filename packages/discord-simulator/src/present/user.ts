import type { MemberRecord, UserRecord } from '../world/guild-records.ts';
import type { State } from '../world/state.ts';

/** A user as others see it. */
export function toUser(user: UserRecord) {
  return {
    id: user.id,
    username: user.username,
    avatar: user.avatar,
    discriminator: user.discriminator,
    public_flags: user.public_flags,
    flags: user.public_flags,
    global_name: user.global_name,
    primary_guild: null,
    ...(user.bot && { bot: true }),
  };
}

/** A user as it sees itself. */
export function toOwnUser(user: UserRecord) {
  return {
    ...toUser(user),
    banner: null,
    accent_color: null,
    mfa_enabled: user.mfa_enabled,
    locale: 'en-US',
    premium_type: 0,
    email: null,
    verified: true,
  };
}

/** The user with this id; a user that is gone is shown as Discord shows deleted ones. */
export function toUserById(state: State, id: string) {
  const user = state.users.get(id);
  if (user) return toUser(user);
  return {
    id,
    username: 'deleted_user',
    avatar: null,
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    global_name: null,
    primary_guild: null,
  };
}

export function toMember(state: State, member: MemberRecord) {
  return {
    user: toUserById(state, member.user_id),
    nick: member.nick,
    avatar: member.avatar,
    banner: null,
    roles: [...member.roles],
    joined_at: member.joined_at,
    premium_since: member.premium_since,
    deaf: member.deaf,
    mute: member.mute,
    pending: member.pending,
    communication_disabled_until: member.communication_disabled_until,
    flags: member.flags,
  };
}
