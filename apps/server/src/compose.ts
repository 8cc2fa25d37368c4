import { join } from 'node:path';
import { createDiscordClient, createPreflight, discordTools } from '@guildline/discord-adapter';
import {
  type Caller,
  createAudit,
  createDispatcher,
  createJsonLinesSink,
  createMemoryResultStore,
  createRegistry,
  type Dispatch,
  metaTools,
  type Registry,
} from '@guildline/mcp-core';
import { createMcpService, type McpService } from '@guildline/mcp-core/mcp';
import { instructions } from './instructions.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';
import { wireList } from './wire-list.ts';

/** Who calls over stdio and on the command line: whoever started the process. */
export const localUser: Caller = { id: 'local', groups: ['local'] };

/** Milliseconds after which a call is given up. */
const maximumDuration = 5 * 60 * 1000;

/** Every layer, put together. */
export interface Guildline {
  readonly tools: Registry;
  readonly dispatch: Dispatch;
  readonly service: McpService;
  close(): Promise<void>;
}

/** The one place where the layers meet. Opens no file and no connection. */
export function composeGuildline(settings: Settings): Guildline {
  const clock = { now: () => performance.timeOrigin + performance.now() };
  const client = createDiscordClient({
    token: settings.token,
    clock,
    ...(settings.apiUrl === undefined ? {} : { apiUrl: settings.apiUrl }),
  });
  const discord = discordTools(client.connect);
  const preflight = createPreflight(client, discord);
  const tools = createRegistry({
    tools: [...discord, ...metaTools({ preflight })],
    categories: settings.categories,
  });
  const audit = createAudit(createJsonLinesSink(join(settings.dataDirectory, 'audit.jsonl')));
  const dispatch = createDispatcher({ tools, clock, onion: { audit } });
  const results = createMemoryResultStore({ clock });
  const service = createMcpService({
    name: 'guildline',
    version,
    instructions,
    tools,
    dispatch,
    results,
    clock,
    wireList: () => wireList(tools),
    maximumDuration,
  });
  return { tools, dispatch, service, close: () => client.close() };
}
