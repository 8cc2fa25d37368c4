import type { Caller, Rights, ToolDefinition } from '@guildline/mcp-core';
import type { AllowLists, Configuration, Group } from './configuration.ts';
import { isNamed } from './tool-selection.ts';

/** The id of whoever started the server, on stdio and on the command line. */
export const localCallerId = 'local';

/** Guilds and channels that a call may touch. A list that is absent admits every one. */
export interface Scope {
  readonly guilds?: ReadonlySet<string>;
  readonly channels?: ReadonlySet<string>;
}

/** What the policy looks at of a tool. */
export type AccessedTool = Pick<ToolDefinition, 'name' | 'category' | 'effect' | 'calls'>;

/**
 * What one caller may do: the union of what the caller's groups open, within what the server is
 * allowed. `guilds` and `channels` are the outer bound over all groups and all tools.
 */
export interface Access extends Rights, Scope {
  /** True if a group opens the tool, and not for reading only if the tool writes. */
  mayUse(tool: AccessedTool): boolean;
  /** True if nothing that the caller may use may write. */
  readonly readOnly: boolean;
  /**
   * Where the caller may use the tool: a call has to fit one of these scopes whole. Exact where the
   * outer bound is not: a group that opens one guild does not open another group's tools there.
   */
  scopesOf(tool: AccessedTool): readonly Scope[];
  /** True if the caller is in one of some groups; who may do everything is in all of them. */
  isMember(groups: readonly string[]): boolean;
}

/** One group, ready to be asked. */
interface Opening {
  readonly scope: Scope;
  readonly readOnly: boolean;
  opens(tool: AccessedTool): boolean;
}

/**
 * Who may do what. The groups of a caller that is configured are the configured ones, and those that
 * the transport handed over count for any other. Without a group that is configured a caller may do
 * nothing; the local user may do everything that the server may, unless `local_user` says otherwise.
 * Only a caller whose transport is this machine's may have the id {@link localCallerId}.
 */
export function createAccessPolicy(
  configuration: Pick<Configuration, 'allowed' | 'callers' | 'groups' | 'localUser' | 'readOnly'> &
    OwnersOfCategories,
): (caller: Caller) => Access {
  const { allowed, callers, groups, localUser, readOnly } = configuration;
  const reserved = toReservedCategories(configuration);
  const server: Opening = { scope: toScope(allowed), readOnly, opens: () => true };
  const openings = new Map(
    Object.entries(groups).map(([name, group]) => [name, toOpening(group, server)]),
  );
  const open = (names: readonly string[]): Access => {
    const known = [...new Set(names)].filter((name) => openings.has(name));
    const opened = known.flatMap((name) => openings.get(name) ?? []);
    return createAccess(opened, reserved, (wanted) => wanted.some((name) => known.includes(name)));
  };
  const local = localUser ? open(localUser.groups) : createAccess([server], reserved, () => true);
  const configured = new Map(
    Object.entries(callers).map(([id, caller]) => [id, open(caller.groups)]),
  );
  return ({ id, groups: handedOver }) => {
    if (id === localCallerId) return local;
    return configured.get(id) ?? open(handedOver);
  };
}

/** Categories that only some groups may use, whatever other groups open. */
function toReservedCategories({
  upstreams = [],
  recordFiles,
}: OwnersOfCategories): ReservedCategories {
  const owners = [...upstreams, ...(recordFiles ? [{ name: 'files', ...recordFiles }] : [])];
  return new Map(owners.flatMap(({ name, groups }) => (groups ? [[name, groups]] : [])));
}

type OwnersOfCategories = Partial<Pick<Configuration, 'upstreams' | 'recordFiles'>>;
type ReservedCategories = ReadonlyMap<string, readonly string[]>;

function toOpening(group: Group, server: Opening): Opening {
  return {
    scope: intersect(toScope(group), server.scope),
    readOnly: group.readOnly || server.readOnly,
    opens: (tool) => isNamed(tool, group),
  };
}

function createAccess(
  openings: readonly Opening[],
  reserved: ReservedCategories,
  isMember: Access['isMember'],
): Access {
  const readOnly = openings.every((opening) => opening.readOnly);
  const openingsFor = (tool: AccessedTool): readonly Opening[] => {
    // Composers are judged by their steps, and a caller without any right to write is told so.
    const writes = tool.effect !== 'read' && !tool.calls && !readOnly;
    const groups = reserved.get(tool.category);
    if (groups && !isMember(groups)) return [];
    return openings.filter((opening) => opening.opens(tool) && !(writes && opening.readOnly));
  };
  return {
    ...unite(openings.map(({ scope }) => scope)),
    readOnly,
    mayUse: (tool) => openingsFor(tool).length > 0,
    scopesOf: (tool) => openingsFor(tool).map(({ scope }) => scope),
    isMember,
  };
}

function toScope({ guilds, channels }: AllowLists): Scope {
  return {
    ...(guilds ? { guilds: new Set(guilds) } : {}),
    ...(channels ? { channels: new Set(channels) } : {}),
  };
}

function intersect(one: Scope, other: Scope): Scope {
  const guilds = intersectSets(one.guilds, other.guilds);
  const channels = intersectSets(one.channels, other.channels);
  return { ...(guilds ? { guilds } : {}), ...(channels ? { channels } : {}) };
}

function intersectSets(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (!one || !other) return one ?? other;
  return new Set([...one].filter((id) => other.has(id)));
}

function unite(scopes: readonly Scope[]): Scope {
  const guilds = uniteSets(scopes.map((scope) => scope.guilds));
  const channels = uniteSets(scopes.map((scope) => scope.channels));
  return { ...(guilds ? { guilds } : {}), ...(channels ? { channels } : {}) };
}

/** A set that is absent holds every id, so a union with it does, too. */
function uniteSets(
  sets: readonly (ReadonlySet<string> | undefined)[],
): ReadonlySet<string> | undefined {
  const present = sets.filter((set) => set !== undefined);
  return present.length < sets.length ? undefined : new Set(present.flatMap((set) => [...set]));
}
