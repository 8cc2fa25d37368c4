import type { InviteRecord, WebhookRecord } from './channel-records.ts';
import type { MemberRecord, UserRecord } from './guild-records.ts';
import type { Sketch } from './world.ts';

/** Joined when nothing else is said. */
const LONG_AGO = '2024-01-01T00:00:00+00:00';

export function completeUser(user: Sketch<UserRecord, 'id'>): UserRecord {
  return {
    username: `user_${user.id.slice(-6)}`,
    global_name: null,
    discriminator: '0',
    avatar: null,
    bot: false,
    public_flags: 0,
    mfa_enabled: true,
    refuses_direct_messages: false,
    members_intent: true,
    ...user,
  };
}

export function completeMember(member: Sketch<MemberRecord, 'guild_id' | 'user_id'>): MemberRecord {
  return {
    nick: null,
    roles: [],
    joined_at: LONG_AGO,
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    communication_disabled_until: null,
    flags: 0,
    avatar: null,
    voice_channel_id: null,
    ...member,
  };
}

export function completeWebhook(
  webhook: Sketch<WebhookRecord, 'id' | 'guild_id' | 'channel_id'>,
): WebhookRecord {
  return {
    type: 1,
    name: 'Webhook',
    avatar: null,
    token: `token-of-${webhook.id}`,
    user_id: null,
    application_id: null,
    source_guild: null,
    source_channel: null,
    ...webhook,
  };
}

export function completeInvite(
  invite: Sketch<InviteRecord, 'code' | 'guild_id' | 'channel_id'>,
): InviteRecord {
  return {
    inviter_id: null,
    max_age: 0,
    max_uses: 0,
    uses: 0,
    temporary: false,
    created_at: LONG_AGO,
    expires_at: null,
    ...invite,
  };
}
