import { allPermissions, permissionBits } from './permission-names.ts';

/** The part of a guild that permissions are computed from; Discord's guild object fits. */
export interface PermissionGuild {
  readonly id: string;
  readonly owner_id: string;
  readonly roles: readonly PermissionRole[];
}

/** The part of a role that permissions and the hierarchy are computed from. */
export interface PermissionRole {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  /** Bits as a decimal string. */
  readonly permissions: string;
  /** True if the role belongs to an integration. */
  readonly managed?: boolean | undefined;
}

/** A member as permissions see one. */
export interface PermissionMember {
  readonly user_id: string;
  /** Role ids, without `@everyone`. */
  readonly roles: readonly string[];
  /** ISO 8601; the member is timed out until then. */
  readonly communication_disabled_until?: string | null | undefined;
}

/** What a channel adds for one role (`type` 0) or one member (`type` 1). */
export interface PermissionOverwrite {
  readonly id: string;
  readonly type: number;
  readonly allow: string;
  readonly deny: string;
}

/** The part of a channel that permissions are computed from. */
export interface PermissionChannel {
  readonly type: number;
  readonly permission_overwrites?: readonly PermissionOverwrite[] | undefined;
}

/** Where a member's permissions are asked for. */
export interface PermissionPlace {
  readonly guild: PermissionGuild;
  /** A thread takes its parent's overwrites: pass the parent beside it. */
  readonly channel?: PermissionChannel | undefined;
  readonly parent?: PermissionChannel | undefined;
  /** Milliseconds since the Unix epoch, to tell whether a timeout still runs. */
  readonly now: number;
}

const threadTypes: ReadonlySet<number> = new Set([10, 11, 12]);
const voiceTypes: ReadonlySet<number> = new Set([2, 13]);
/** What a timed out member keeps. */
export const keptInTimeout: bigint =
  permissionBits.VIEW_CHANNEL | permissionBits.READ_MESSAGE_HISTORY;
const needsSending =
  permissionBits.MENTION_EVERYONE |
  permissionBits.SEND_TTS_MESSAGES |
  permissionBits.ATTACH_FILES |
  permissionBits.EMBED_LINKS;

/** True for the channel types that are threads. */
export function isThread(channel: PermissionChannel): boolean {
  return threadTypes.has(channel.type);
}

/** True for voice and stage channels. */
export function isVoice(channel: PermissionChannel): boolean {
  return voiceTypes.has(channel.type);
}

/** What a member may do in a guild before any channel has a say: owner and ADMINISTRATOR may do all. */
export function basePermissions(guild: PermissionGuild, member: PermissionMember): bigint {
  if (member.user_id === guild.owner_id) return allPermissions;
  const held = new Set([guild.id, ...member.roles]);
  const bits = guild.roles
    .filter((role) => held.has(role.id))
    .reduce((sum, role) => sum | BigInt(role.permissions), 0n);
  return (bits & permissionBits.ADMINISTRATOR) !== 0n ? allPermissions : bits;
}

/**
 * Base permissions with a channel's overwrites applied: `@everyone`, then all roles together, then
 * the member, each deny before allow. What one permission takes from others is not in it yet.
 */
export function explicitPermissions(place: PermissionPlace, member: PermissionMember): bigint {
  const base = basePermissions(place.guild, member);
  if (base === allPermissions) return base;
  const overwrites = (place.parent ?? place.channel)?.permission_overwrites ?? [];
  const roles = new Set(member.roles);
  const layers = [
    overwrites.filter(({ id }) => id === place.guild.id),
    overwrites.filter(({ id, type }) => type === 0 && id !== place.guild.id && roles.has(id)),
    overwrites.filter(({ id, type }) => type === 1 && id === member.user_id),
  ];
  return layers.reduce((bits, layer) => {
    const deny = layer.reduce((sum, { deny }) => sum | BigInt(deny), 0n);
    const allow = layer.reduce((sum, { allow }) => sum | BigInt(allow), 0n);
    return (bits & ~deny) | allow;
  }, base);
}

/** Everything a member may do at a place: overwrites, what missing permissions imply, and a timeout. */
export function effectivePermissions(place: PermissionPlace, member: PermissionMember): bigint {
  const explicit = explicitPermissions(place, member);
  if (basePermissions(place.guild, member) === allPermissions) return explicit;
  const implied = place.channel ? impliedBy(explicit, place.channel) : explicit;
  return isTimedOut(member, place.now) ? implied & keptInTimeout : implied;
}

/** True while a timeout of the member runs. It does not bind the owner and administrators. */
export function isTimedOut(member: PermissionMember, now: number): boolean {
  const until = member.communication_disabled_until;
  return typeof until === 'string' && Date.parse(until) > now;
}

function impliedBy(bits: bigint, channel: PermissionChannel): bigint {
  if ((bits & permissionBits.VIEW_CHANNEL) === 0n) return 0n;
  if (isVoice(channel) && (bits & permissionBits.CONNECT) === 0n) {
    return permissionBits.VIEW_CHANNEL;
  }
  const sending = isThread(channel)
    ? permissionBits.SEND_MESSAGES_IN_THREADS
    : permissionBits.SEND_MESSAGES;
  return (bits & sending) === 0n ? bits & ~needsSending : bits;
}
