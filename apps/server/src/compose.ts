import { join } from 'node:path';
import {
  createDiscordClient,
  createDiscordDescriber,
  createDiscordScope,
} from '@guildline/discord-adapter';
import {
  type Caller,
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createMemoryResultStore,
  createRegistry,
  createSecretKeyFile,
  createUsedApprovalsFolder,
  type Dispatch,
  type Registry,
} from '@guildline/mcp-core';
import { createMcpService, type McpService } from '@guildline/mcp-core/mcp';
import { createServerAudit } from './audit/create-server-audit.ts';
import { createAccessPolicy, localCallerId } from './configuration/access-policy.ts';
import { createApprovalPolicy } from './configuration/approval-policy.ts';
import type { Configuration } from './configuration/configuration.ts';
import { createToolSelection } from './configuration/tool-selection.ts';
import { instructions } from './instructions.ts';
import type { Settings } from './settings.ts';
import { createToolSet } from './tool-set.ts';
import { version } from './version.ts';
import { wireList } from './wire-list.ts';

/** Who calls over stdio and on the command line: whoever started the process. */
export const localUser: Caller = { id: localCallerId, groups: [] };

/** Milliseconds after which a call is given up. */
const maximumDuration = 5 * 60 * 1000;

/** Every layer, put together. */
export interface Guildline {
  readonly tools: Registry;
  readonly dispatch: Dispatch;
  readonly service: McpService;
  /** Takes what may change while the server runs: groups, callers, lists, read-only, approval. */
  reconfigure(configuration: Configuration): void;
  close(): Promise<void>;
}

/** The one place where the layers meet. Opens no file and no connection. */
export function composeGuildline({ configuration, token, apiUrl, realm }: Settings): Guildline {
  const clock = { now: () => performance.timeOrigin + performance.now() };
  const { dataDirectory } = configuration;
  let access = createAccessPolicy(configuration);
  let policy = createApprovalPolicy(configuration.approval);
  const client = createDiscordClient({ token, clock, ...(apiUrl === undefined ? {} : { apiUrl }) });
  const tools = createRegistry({
    tools: createToolSet(client),
    isSelected: createToolSelection(configuration),
  });
  const audit = createServerAudit({
    dataDirectory,
    clock,
    ...configuration.audit,
    report: (message) => process.stderr.write(`guildline: ${message}\n`),
  });
  const scope = createDiscordScope({
    client,
    clock,
    listsOf: (caller, tool) => access(caller).scopesOf(tool),
  });
  const approval = createApproval({
    policy: () => policy,
    describe: createDiscordDescriber({ client }),
    tickets: createApprovalTickets({
      realm,
      key: createSecretKeyFile(join(dataDirectory, 'approval.key')),
      clock,
    }),
    used: createUsedApprovalsFolder(join(dataDirectory, 'approvals'), clock),
  });
  const dispatch = createDispatcher({
    tools,
    clock,
    rightsOf: (caller) => access(caller),
    onion: { ...audit.onion, scope, approval },
  });
  const service = createMcpService({
    name: 'guildline',
    version,
    instructions,
    tools,
    dispatch,
    results: createMemoryResultStore({ clock }),
    clock,
    wireList: () => wireList(tools),
    maximumDuration,
  });
  return {
    tools,
    dispatch,
    service,
    reconfigure: (next) => {
      access = createAccessPolicy(next);
      policy = createApprovalPolicy(next.approval);
    },
    close: async () => {
      await client.close();
      await audit.close();
    },
  };
}
