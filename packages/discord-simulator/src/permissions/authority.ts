import { apiError } from '../http/api-error.ts';
import type { ChannelRecord } from '../world/channel-records.ts';
import { isThread } from '../world/complete-channel.ts';
import type { GuildRecord, MemberRecord, RoleRecord } from '../world/guild-records.ts';
import type { State } from '../world/state.ts';
import { GUARDED_PERMISSIONS, hasAll, Permission, type PermissionName } from './bits.ts';
import { outranksMember, outranksRole } from './hierarchy.ts';
import { channelPermissions, guildPermissions } from './member-permissions.ts';

/** What the user of one request may see and do. Each `require…` throws Discord's error if it may not. */
export class Authority {
  readonly #state: State;
  readonly #userId: string;
  readonly #now: number;

  constructor(state: State, userId: string, now: number) {
    this.#state = state;
    this.#userId = userId;
    this.#now = now;
  }

  /** The guild and the caller's membership; 10004 without either. */
  requireGuild(guildId: string): { guild: GuildRecord; member: MemberRecord } {
    const guild = this.#state.guilds.get(guildId);
    const member = this.#state.member(guildId, this.#userId);
    if (!guild) throw apiError(10004);
    if (!member) throw apiError(50001);
    return { guild, member };
  }

  inGuild(guildId: string): bigint {
    const member = this.#state.member(guildId, this.#userId);
    return member ? guildPermissions(this.#state, member, this.#now) : 0n;
  }

  inChannel(channel: ChannelRecord): bigint {
    if (!channel.guild_id) {
      return channel.recipient_ids.includes(this.#userId) ? DIRECT_MESSAGE_PERMISSIONS : 0n;
    }
    const member = this.#state.member(channel.guild_id, this.#userId);
    return member ? channelPermissions(this.#state, channel, member, this.#now) : 0n;
  }

  mayInGuild(guildId: string, name: PermissionName): boolean {
    return hasAll(this.inGuild(guildId), Permission[name]);
  }

  mayInChannel(channel: ChannelRecord, name: PermissionName): boolean {
    return hasAll(this.inChannel(channel), Permission[name]);
  }

  /** Membership and every permission named; 50013 without. */
  requireInGuild(
    guildId: string,
    ...names: PermissionName[]
  ): { guild: GuildRecord; member: MemberRecord } {
    const found = this.requireGuild(guildId);
    this.#demand(guildId, this.inGuild(guildId), names);
    return found;
  }

  /** A channel that exists and can be seen; 10003 or 50001 otherwise. */
  requireChannel(channelId: string): ChannelRecord {
    const channel = this.#state.channels.get(channelId);
    if (!channel) throw apiError(10003);
    if (!this.canView(channel)) throw apiError(50001);
    return channel;
  }

  requireInChannel(channel: ChannelRecord, ...names: PermissionName[]): void {
    this.#demand(channel.guild_id, this.inChannel(channel), names);
  }

  /** A private thread is seen by its members and by whoever manages threads. */
  canView(channel: ChannelRecord): boolean {
    if (!this.mayInChannel(channel, 'ViewChannel')) return false;
    if (!isThread(channel) || channel.type !== 12) return true;
    const joined = channel.thread_members.some((member) => member.user_id === this.#userId);
    return joined || this.mayInChannel(channel, 'ManageThreads');
  }

  /** The role ranks below the caller's highest; 50013 otherwise. */
  requireAboveRole(actor: MemberRecord, role: RoleRecord): void {
    if (!outranksRole(this.#state, actor, role)) throw apiError(50013);
  }

  requireAboveMember(actor: MemberRecord, target: MemberRecord): void {
    if (!outranksMember(this.#state, actor, target)) throw apiError(50013);
  }

  /** Every bit given away is one the caller has; 50013 otherwise. */
  requireOwned(owned: bigint, given: bigint): void {
    if (!hasAll(owned, given)) throw apiError(50013);
  }

  #demand(guildId: string | null, permissions: bigint, names: readonly PermissionName[]): void {
    const needed = names.reduce((bits, name) => bits | Permission[name], 0n);
    if (!hasAll(permissions, needed)) throw apiError(50013);
    const guild = guildId ? this.#state.guilds.get(guildId) : undefined;
    const guarded = guild?.mfa_level === 1 && (needed & GUARDED_PERMISSIONS) !== 0n;
    if (guarded && !this.#state.users.get(this.#userId)?.mfa_enabled) throw apiError(60003);
  }
}

const DIRECT_MESSAGE_PERMISSIONS =
  Permission.ViewChannel |
  Permission.ReadMessageHistory |
  Permission.SendMessages |
  Permission.SendPolls |
  Permission.EmbedLinks |
  Permission.AttachFiles |
  Permission.AddReactions |
  Permission.PinMessages;
