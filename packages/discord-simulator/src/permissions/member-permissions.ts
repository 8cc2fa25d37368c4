import type { ChannelRecord, OverwriteRecord } from '../world/channel-records.ts';
import { isThread } from '../world/complete-channel.ts';
import type { MemberRecord } from '../world/guild-records.ts';
import type { State } from '../world/state.ts';
import { ALL_PERMISSIONS, hasAll, Permission } from './bits.ts';

const TIMED_OUT = Permission.ViewChannel | Permission.ReadMessageHistory;
const NEEDS_SENDING =
  Permission.MentionEveryone |
  Permission.SendTTSMessages |
  Permission.AttachFiles |
  Permission.EmbedLinks;
const NEEDS_CONNECTING =
  Permission.Speak |
  Permission.Stream |
  Permission.UseVAD |
  Permission.MuteMembers |
  Permission.DeafenMembers |
  Permission.MoveMembers |
  Permission.PrioritySpeaker |
  Permission.UseEmbeddedActivities |
  Permission.UseSoundboard |
  Permission.UseExternalSounds |
  Permission.RequestToSpeak;
const VOICE_TYPES = new Set([2, 13]);

function isTimedOut(member: MemberRecord, now: number): boolean {
  const until = member.communication_disabled_until;
  return until !== null && Date.parse(until) > now;
}

/** What a member may do in the guild as a whole. */
export function guildPermissions(state: State, member: MemberRecord, now: number): bigint {
  const permissions = basePermissions(state, member);
  if (permissions === ALL_PERMISSIONS) return permissions;
  return isTimedOut(member, now) ? permissions & TIMED_OUT : permissions;
}

/** What a member may do in a channel; a thread has the permissions of its parent. */
export function channelPermissions(
  state: State,
  channel: ChannelRecord,
  member: MemberRecord,
  now: number,
): bigint {
  const base = basePermissions(state, member);
  if (base === ALL_PERMISSIONS) return base;
  const parent = isThread(channel) ? state.channels.get(channel.parent_id ?? '') : channel;
  const overwritten = applyOverwrites(base, parent?.permission_overwrites ?? [], member);
  const allowed = denyImplied(overwritten, channel);
  return isTimedOut(member, now) ? allowed & TIMED_OUT : allowed;
}

function basePermissions(state: State, member: MemberRecord): bigint {
  if (state.guilds.get(member.guild_id)?.owner_id === member.user_id) return ALL_PERMISSIONS;
  let permissions = BigInt(state.everyone(member.guild_id).permissions);
  for (const id of member.roles) permissions |= BigInt(state.roles.get(id)?.permissions ?? '0');
  return hasAll(permissions, Permission.Administrator) ? ALL_PERMISSIONS : permissions;
}

function applyOverwrites(
  base: bigint,
  overwrites: readonly OverwriteRecord[],
  member: MemberRecord,
): bigint {
  const everyone = overwrites.filter(({ type, id }) => type === 0 && id === member.guild_id);
  const roles = overwrites.filter(({ type, id }) => type === 0 && member.roles.includes(id));
  const own = overwrites.filter(({ type, id }) => type === 1 && id === member.user_id);
  let permissions = base;
  for (const level of [everyone, roles, own]) {
    const deny = level.reduce((bits, overwrite) => bits | BigInt(overwrite.deny), 0n);
    const allow = level.reduce((bits, overwrite) => bits | BigInt(overwrite.allow), 0n);
    permissions = (permissions & ~deny) | allow;
  }
  return permissions;
}

function denyImplied(permissions: bigint, channel: ChannelRecord): bigint {
  if (!hasAll(permissions, Permission.ViewChannel)) return 0n;
  const sending = isThread(channel) ? Permission.SendMessagesInThreads : Permission.SendMessages;
  let allowed = permissions;
  if (!hasAll(allowed, sending)) allowed &= ~NEEDS_SENDING;
  if (VOICE_TYPES.has(channel.type) && !hasAll(allowed, Permission.Connect)) {
    allowed &= ~NEEDS_CONNECTING;
  }
  return allowed;
}
