import type { RecordOperation, RecordPaging } from '@guildline/mcp-core';

/** A list tool as a source of records. */
interface Source {
  readonly list: string;
  readonly output: string;
  /** The smallest and the largest page; absent if there is one page only. */
  readonly pages?: readonly [least: number, most: number];
}

/** The list tools of Discord, by name, with the type of record that each gives. */
const sources: Readonly<Record<string, Source>> = {
  audit_log_get: { list: 'entries', output: 'DiscordAuditLogEntry', pages: [1, 100] },
  channels_list: { list: 'channels', output: 'DiscordChannel' },
  events_list: { list: 'events', output: 'DiscordEvent' },
  guild_list_mine: { list: 'guilds', output: 'DiscordGuild', pages: [1, 200] },
  invites_list: { list: 'invites', output: 'DiscordInvite' },
  members_list: { list: 'members', output: 'DiscordMember', pages: [1, 1000] },
  members_list_bans: { list: 'bans', output: 'DiscordBan', pages: [1, 1000] },
  messages_list_pins: { list: 'pins', output: 'DiscordPin', pages: [1, 50] },
  messages_read: { list: 'messages', output: 'DiscordMessage', pages: [1, 100] },
  reactions_list: { list: 'users', output: 'DiscordUser', pages: [1, 100] },
  roles_list: { list: 'roles', output: 'DiscordRole' },
  threads_list_active: { list: 'threads', output: 'DiscordThread' },
  threads_list_archived: { list: 'threads', output: 'DiscordThread', pages: [2, 100] },
};

/** The tool as a source of records; `undefined` if it gives no list that can be read to its end. */
export function toSource(tool: string): RecordOperation | undefined {
  const source = Object.hasOwn(sources, tool) ? sources[tool] : undefined;
  if (!source) return undefined;
  return { tool, output: source.output, iterates: toPaging(source) };
}

function toPaging({ list, pages }: Source): RecordPaging {
  if (!pages) return { list };
  const [least, most] = pages;
  return {
    list,
    cursor: { argument: 'cursor', result: 'next_cursor' },
    size: { argument: 'limit', least, most },
  };
}
