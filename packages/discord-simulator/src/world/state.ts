import type { ChannelRecord, InviteRecord, WebhookRecord } from './channel-records.ts';
import type {
  AuditLogRecord,
  AutoModerationRuleRecord,
  BanRecord,
  EmojiRecord,
  EventRecord,
  GuildRecord,
  MemberRecord,
  RoleRecord,
  StickerRecord,
  UserRecord,
} from './guild-records.ts';
import type { MessageRecord, NonceRecord } from './message-records.ts';
import { Revision, Table } from './table.ts';

/** The key of a member or ban. */
export function memberKey(guildId: string, userId: string): string {
  return `${guildId}:${userId}`;
}

/** The whole state of a simulator as tables. Messages are grouped by channel, the rest by guild. */
export class State {
  readonly revision = new Revision();
  readonly users = this.#table<UserRecord>((user) => user.id);
  readonly guilds = this.#table<GuildRecord>((guild) => guild.id);
  readonly roles = this.#table<RoleRecord>((role) => role.id, inGuild);
  readonly channels = this.#table<ChannelRecord>(
    (channel) => channel.id,
    (channel) => channel.guild_id ?? '',
  );
  readonly members = this.#table<MemberRecord>(
    (member) => memberKey(member.guild_id, member.user_id),
    inGuild,
  );
  readonly bans = this.#table<BanRecord>((ban) => memberKey(ban.guild_id, ban.user_id), inGuild);
  readonly events = this.#table<EventRecord>((event) => event.id, inGuild);
  readonly emojis = this.#table<EmojiRecord>((emoji) => emoji.id, inGuild);
  readonly stickers = this.#table<StickerRecord>((sticker) => sticker.id, inGuild);
  readonly autoModerationRules = this.#table<AutoModerationRuleRecord>((rule) => rule.id, inGuild);
  readonly auditLog = this.#table<AuditLogRecord>((entry) => entry.id, inGuild);
  readonly messages = this.#table<MessageRecord>(
    (message) => message.id,
    (message) => message.channel_id,
  );
  readonly webhooks = this.#table<WebhookRecord>((webhook) => webhook.id, inGuild);
  readonly invites = this.#table<InviteRecord>((invite) => invite.code, inGuild);
  readonly nonces = this.#table<NonceRecord>(nonceKey);

  member(guildId: string, userId: string): MemberRecord | undefined {
    return this.members.get(memberKey(guildId, userId));
  }

  /** `@everyone` of a guild. */
  everyone(guildId: string): RoleRecord {
    const role = this.roles.get(guildId);
    if (!role) throw new Error(`Guild ${guildId} has no @everyone role.`);
    return role;
  }

  #table<Row extends object>(
    keyOf: (row: Row) => string,
    groupOf?: (row: Row) => string,
  ): Table<Row> {
    return new Table(this.revision, keyOf, groupOf);
  }
}

/** The key of a remembered nonce. */
export function nonceKey(nonce: {
  readonly channel_id: string;
  readonly author_id: string;
  readonly nonce: string;
}): string {
  return `${nonce.channel_id}:${nonce.author_id}:${nonce.nonce}`;
}

function inGuild(row: { readonly guild_id: string }): string {
  return row.guild_id;
}
