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

/** A record written by hand: `Needed` fields are given, the rest get defaults when it is loaded. */
export type Sketch<Row, Needed extends keyof Row> = Pick<Row, Needed> & Partial<Omit<Row, Needed>>;

type InGuild<Row, Needed extends keyof Row> = Omit<Sketch<Row, Needed>, 'guild_id'>;

/**
 * A guild with all that belongs to it. `@everyone` is added when it is missing, a `channels` entry
 * may be a thread, members whose user is not listed under `users` get one made up.
 */
export interface WorldGuild extends Sketch<GuildRecord, 'id'> {
  roles?: InGuild<RoleRecord, 'id'>[];
  channels?: InGuild<ChannelRecord, 'id'>[];
  members?: InGuild<MemberRecord, 'user_id'>[];
  bans?: InGuild<BanRecord, 'user_id'>[];
  events?: InGuild<EventRecord, 'id'>[];
  emojis?: InGuild<EmojiRecord, 'id'>[];
  stickers?: InGuild<StickerRecord, 'id'>[];
  auto_moderation_rules?: InGuild<AutoModerationRuleRecord, 'id'>[];
  audit_log?: InGuild<AuditLogRecord, 'id' | 'action_type'>[];
}

/**
 * Everything a simulator knows, as plain JSON. Field names and values are Discord's own; what
 * Discord derives (author objects, counts, `me`) is left out and what it refers to is given by id.
 */
export interface World {
  /** The first user with `bot: true` is the default bot. */
  users?: Sketch<UserRecord, 'id'>[];
  guilds?: WorldGuild[];
  /** Direct messages: `{ id, recipient_ids }`. */
  direct_channels?: Sketch<ChannelRecord, 'id' | 'recipient_ids'>[];
  messages?: Sketch<MessageRecord, 'id' | 'channel_id'>[];
  webhooks?: Sketch<WebhookRecord, 'id' | 'guild_id' | 'channel_id'>[];
  invites?: Sketch<InviteRecord, 'code' | 'guild_id' | 'channel_id'>[];
  nonces?: NonceRecord[];
  /** How many ids have been made, so that a world that is loaded again makes new ones. */
  sequence?: number;
}

/** A guild as {@link FullWorld} holds it. */
export interface FullWorldGuild extends GuildRecord {
  roles: RoleRecord[];
  channels: ChannelRecord[];
  members: MemberRecord[];
  bans: BanRecord[];
  events: EventRecord[];
  emojis: EmojiRecord[];
  stickers: StickerRecord[];
  auto_moderation_rules: AutoModerationRuleRecord[];
  audit_log: AuditLogRecord[];
}

/** A {@link World} in which every field is filled: what a simulator gives back. */
export interface FullWorld {
  users: UserRecord[];
  guilds: FullWorldGuild[];
  direct_channels: ChannelRecord[];
  messages: MessageRecord[];
  webhooks: WebhookRecord[];
  invites: InviteRecord[];
  nonces: NonceRecord[];
  sequence: number;
}
