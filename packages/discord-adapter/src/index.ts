// The client

export type { BotView, ReadContext } from './permissions/bot-view.ts';
export type { TokenSource } from './rest/bot-token.ts';
export { type ClientLimits, defaultLimits, shareOfLimits } from './rest/client-limits.ts';
export {
  createDiscordClient,
  type DiscordClient,
  type DiscordClientOptions,
} from './rest/create-discord-client.ts';
export type { RateLimit } from './rest/known-limits.ts';

// Tools

export type { Discord, DiscordFile, DiscordRequest } from './discord.ts';
export {
  type ConnectDiscord,
  type DiscordTool,
  type DiscordToolSource,
  defineDiscordTool,
} from './discord-tool.ts';
export { discordTools } from './tools/index.ts';

// State

export { discordState } from './state/discord-state.ts';

// Record pipelines

export { discordResource } from './records/discord-resource.ts';

// Errors

export { type DiscordCode, discordCodes } from './errors/discord-codes.ts';
export type { FieldError } from './errors/field-errors.ts';

// Search

export { discordSynonyms } from './search/discord-synonyms.ts';

// Before a call

export { createPreflight } from './preflight/create-preflight.ts';

// Allow-lists

export { createDiscordScope, type DiscordScopeSource } from './scope/create-discord-scope.ts';
export type { ScopeLists } from './scope/scope-lists.ts';

// Approval

export { createDiscordDescriber } from './describe/create-discord-describer.ts';
export { showName } from './text/show-name.ts';

// Permissions

export {
  canManageMember,
  canManageRole,
  compareRoles,
  highestRole,
} from './permissions/hierarchy.ts';
export { missingPermissions } from './permissions/missing-permissions.ts';
export {
  isPermissionName,
  type PermissionName,
  permissionBits,
  permissionNames,
  toPermissionBits,
  toPermissionNames,
} from './permissions/permission-names.ts';
export {
  basePermissions,
  effectivePermissions,
  type PermissionChannel,
  type PermissionGuild,
  type PermissionMember,
  type PermissionOverwrite,
  type PermissionPlace,
  type PermissionRole,
} from './permissions/standing.ts';
