export type { SimulatorControl } from './control/simulator-control.ts';
export type { Exchange } from './http/exchange.ts';
export type { Fault } from './http/faults.ts';
export {
  type BucketAllowance,
  DEFAULT_LIMITS,
  type LimitOptions,
  type RequestAllowance,
  type SublimitAllowance,
} from './http/limit-options.ts';
export type { LoggedRequest } from './http/request-log.ts';
export { botToken } from './http/token.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './start-simulator.ts';
export type {
  ChannelRecord,
  ForumTagRecord,
  InviteRecord,
  OverwriteRecord,
  ThreadMemberRecord,
  ThreadMetadataRecord,
  WebhookRecord,
} from './world/channel-records.ts';
export type { Clock } from './world/clock.ts';
export { defaultWorld } from './world/default-world.ts';
export type {
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
} from './world/guild-records.ts';
export type {
  AttachmentRecord,
  MessageRecord,
  NonceRecord,
  PollRecord,
  ReactionRecord,
} from './world/message-records.ts';
export type { FullWorld, FullWorldGuild, Sketch, World, WorldGuild } from './world/world.ts';
