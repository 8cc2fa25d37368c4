import type { RecordOperation, RecordResource, ToolDefinition } from '@guildline/mcp-core';
import { toSource } from './discord-sources.ts';

/** What a look-up of one object gives. */
const looks: Readonly<Record<string, string>> = {
  members_get: 'DiscordMember',
  messages_get: 'DiscordMessage',
  users_get: 'DiscordUser',
};

const types = [
  ['DiscordAuditLogEntry', 'An entry of the audit log: who changed what.'],
  ['DiscordBan', 'A banned user, with the reason.'],
  ['DiscordChannel', 'A channel of a guild.'],
  ['DiscordEvent', 'A scheduled or running event.'],
  ['DiscordGuild', 'A guild that the bot is in.'],
  ['DiscordInvite', 'An invite, with its uses.'],
  ['DiscordMember', 'A member of a guild, with roles and the time of joining.'],
  ['DiscordMessage', 'A message, with author and content.'],
  ['DiscordPin', 'A pinned message and when it was pinned.'],
  ['DiscordRole', 'A role of a guild.'],
  ['DiscordThread', 'A thread, active or archived.'],
  ['DiscordUser', 'A user, in a guild or not.'],
] as const;

/**
 * Discord as a resource of record pipelines: its lists are sources, and its other tools are called for
 * one record at a time. Which record that is does not matter: the settings say which fields are used.
 * Tools that work on what an earlier call has stored are left out.
 *
 * @param tools what {@link discordTools} gives
 */
export function discordResource(tools: Iterable<ToolDefinition>): RecordResource {
  const operations = [...tools].flatMap((tool) => {
    if (tool.category === 'raids' || tool.requires !== undefined) return [];
    return [toSource(tool.name) ?? toOperation(tool)];
  });
  return {
    name: 'Discord',
    description: 'The guilds of this bot: members, roles, channels, messages, events, moderation.',
    operations,
    types: types.map(([name, description]) => ({ name, description })),
  };
}

function toOperation({ name: tool, effect }: ToolDefinition): RecordOperation {
  const output = Object.hasOwn(looks, tool) ? looks[tool] : undefined;
  return {
    tool,
    input: 'object',
    ...(output === undefined ? {} : { output }),
    ...(effect === 'read' ? { reusable: true } : {}),
  };
}
