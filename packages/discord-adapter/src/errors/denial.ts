import type { ToolDefinition } from '@guildline/mcp-core';
import type { Target } from '../rest/route.ts';

/** A request that Discord refused for want of a permission, and the call it belongs to. */
export interface Denial extends Target {
  readonly body: unknown;
  readonly tool: ToolDefinition;
  readonly args: unknown;
}

/** What a denied request was about, as far as its route and body tell. */
export interface DenialSubject {
  readonly guildId?: string | undefined;
  readonly channelId?: string | undefined;
  /** The member acted upon. */
  readonly userId?: string | undefined;
  /** Roles given, taken, edited or sorted. */
  readonly roleIds: readonly string[];
  /** All the roles that the member is to have from now on. */
  readonly newRoles?: readonly string[] | undefined;
  /** True if the member's own place in the hierarchy counts: renaming, timing out, kicking, banning. */
  readonly actsOnMember: boolean;
  /** Permission bits that the request would hand out. */
  readonly granted: bigint;
}

/** Reads what a denied request was about; ids that the route lacks come from the call's arguments. */
export function subjectOf({ route, body, args }: Denial): DenialSubject {
  const pick = (pattern: RegExp) => pattern.exec(route)?.[1];
  const routeRole = pick(/^\/guilds\/\d+\/(?:members\/\d+\/)?roles\/(\d+)/);
  const userId = pick(/^\/guilds\/\d+\/(?:members|bans)\/(\d+)/);
  const newRoles = userId === undefined ? undefined : stringsIn(fieldIn(body, 'roles'));
  const others = Object.keys(isObject(body) ? body : {}).filter((key) => key !== 'roles');
  return {
    guildId: pick(/^\/guilds\/(\d+)/) ?? idIn(args, 'guild_id'),
    channelId: pick(/^\/channels\/(\d+)/) ?? idIn(args, 'channel_id'),
    userId,
    roleIds: [...(routeRole ? [routeRole] : []), ...sortedRolesIn(body)],
    newRoles,
    actsOnMember:
      userId !== undefined && routeRole === undefined && (!newRoles || others.length > 0),
    granted: grantedIn(body),
  };
}

function sortedRolesIn(body: unknown): readonly string[] {
  return Array.isArray(body) ? (stringsIn(body.map((item) => fieldIn(item, 'id'))) ?? []) : [];
}

function stringsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

function grantedIn(body: unknown): bigint {
  const overwrites = fieldIn(body, 'permission_overwrites');
  const parts = [body, ...(Array.isArray(overwrites) ? overwrites : [])];
  return parts
    .flatMap((part) => ['permissions', 'allow', 'deny'].map((key) => fieldIn(part, key)))
    .reduce<bigint>((bits, value) => bits | toBits(value), 0n);
}

function toBits(value: unknown): bigint {
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : 0n;
}

function idIn(args: unknown, key: string): string | undefined {
  const value = fieldIn(args, key);
  return typeof value === 'string' && /^\d+$/.test(value) ? value : undefined;
}

function fieldIn(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
