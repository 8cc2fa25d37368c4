import { join } from 'node:path';
import {
  type ClientLimits,
  createDiscordClient,
  createDiscordDescriber,
  createDiscordScope,
  discordState,
  shareOfLimits,
} from '@guildline/discord-adapter';
import {
  type Caller,
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createMemoryResultStore,
  createRegistry,
  createRunFilesFolder,
  createSecretKeyFile,
  createStateKeeper,
  createStateStore,
  createUsedApprovalsFolder,
  type Dispatch,
  type Registry,
} from '@guildline/mcp-core';
import { createMcpService, type McpService } from '@guildline/mcp-core/mcp';
import { createServerAudit } from './audit/create-server-audit.ts';
import { localCallerId } from './configuration/access-policy.ts';
import type { Configuration, DiscordSettings } from './configuration/configuration.ts';
import { createLiveConfiguration } from './configuration/live-configuration.ts';
import { createToolSelection } from './configuration/tool-selection.ts';
import { createControlServer } from './control/control-server.ts';
import { createDesk } from './control/create-desk.ts';
import type { Desk } from './control/operator.ts';
import { createInstructions } from './instructions.ts';
import { composeRecords } from './records/compose-records.ts';
import { createConnectedSystems } from './records/connected-systems.ts';
import type { Settings } from './settings.ts';
import { createToolSet } from './tool-set.ts';
import { version } from './version.ts';
import { wireList } from './wire-list.ts';
import { afterFirstAnswer } from './workflows/after-first-answer.ts';
import { composeWorkflows, workflowsFolder } from './workflows/compose-workflows.ts';
import type { LazyEngine } from './workflows/lazy-engine.ts';

/** Who calls over stdio and on the command line: whoever started the process. */
export const localUser: Caller = { id: localCallerId, groups: [] };

/** Milliseconds after which a call is given up. */
const maximumDuration = 5 * 60 * 1000;

/** What one of several servers with the same token may do, and how long a request may take. */
function toClientLimits({ replicas, requestTimeoutMs }: DiscordSettings): Partial<ClientLimits> {
  return { ...(replicas > 1 ? shareOfLimits(replicas) : {}), requestTimeoutMs };
}

/** Every layer, put together. */
export interface Guildline {
  readonly tools: Registry;
  readonly dispatch: Dispatch;
  readonly service: McpService;
  readonly engine: LazyEngine;
  /** Takes the calls of whoever runs the server. */
  readonly desk: Desk;
  /** Takes what may change while the server runs: groups, callers, lists, read-only, approval. */
  reconfigure(configuration: Configuration): void;
  close(): Promise<void>;
}

/** What a process is composed for. */
export interface Purpose {
  /** False if it only looks at workflows and decides. Default true. */
  readonly work?: boolean | undefined;
}

/** The one place where the layers meet. Opens no file and no connection. */
export function composeGuildline(settings: Settings, { work }: Purpose = {}): Guildline {
  const { configuration, token, apiUrl, realm } = settings;
  const clock = { now: () => performance.timeOrigin + performance.now() };
  const { dataDirectory } = configuration;
  const live = createLiveConfiguration(configuration);
  const report = (message: string) => process.stderr.write(`guildline: ${message}\n`);
  const client = createDiscordClient({
    token,
    clock,
    apiUrl,
    limits: toClientLimits(configuration.discord),
  });
  const store = createStateStore({ clock });
  const results = createMemoryResultStore({ clock });
  const connected = createConnectedSystems({
    configuration,
    environment: settings.environment ?? process.env,
    clock,
    report,
  });
  const { workflows, engine } = composeWorkflows({
    settings,
    executeRecords: (execution) => records.execute(execution),
    client,
    clock,
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => tools,
    callerOf: live.callerOf,
    report,
    work,
    // Servers that share a database are asked through it.
    onOpen: settings.databaseUrl === undefined ? () => control.start() : undefined,
  });
  const audit = createServerAudit({
    dataDirectory,
    clock,
    ...configuration.audit,
    report,
  });
  const records = composeRecords({
    client,
    connected: connected.resources,
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => tools,
    clock,
    results,
    callerOf: live.callerOf,
    isMember: (caller, groups) => live.access(caller).isMember(groups),
    audit: audit.sink,
    engine: engine.engine,
    files: createRunFilesFolder(join(dataDirectory, 'runs'), clock),
    maximumRecords: configuration.maximumRecords,
  });
  const tools = createRegistry({
    tools: createToolSet(client, {
      store,
      workflows,
      records,
      connected: connected.tools,
      promoteAfter: configuration.workflows.promoteAfter,
    }),
    state: discordState,
    isSelected: createToolSelection(configuration),
  });
  const scope = createDiscordScope({
    client,
    clock,
    listsOf: (caller, tool) => live.access(caller).scopesOf(tool),
  });
  const approval = createApproval({
    policy: live.approval,
    describe: createDiscordDescriber({ client }),
    tickets: createApprovalTickets({
      realm,
      key: createSecretKeyFile(join(dataDirectory, 'approval.key')),
      clock,
    }),
    used: settings.databaseUrl
      ? engine.usedApprovals
      : createUsedApprovalsFolder(join(dataDirectory, 'approvals'), clock),
  });
  const dispatch = createDispatcher({
    tools,
    clock,
    rightsOf: live.access,
    onion: { ...audit.onion, scope, state: createStateKeeper({ store }), approval },
  });
  const desk = createDesk({ dispatch, engine: engine.engine, caller: localUser });
  const control = createControlServer({ folder: workflowsFolder(settings), desk, report });
  const service = createMcpService({
    name: 'guildline',
    version,
    instructions: createInstructions({
      tools,
      surface: configuration.surface,
      readOnly: live.access(localUser).readOnly,
    }),
    surface: configuration.surface,
    tools,
    dispatch,
    results,
    clock,
    wireList: () => wireList(tools),
    maximumDuration,
  });
  return {
    tools,
    dispatch,
    engine,
    desk,
    service: afterFirstAnswer(service, () => void engine.openIfUnfinished()),
    reconfigure: live.replace,
    close: async () => {
      await control.close();
      await engine.close();
      await connected.close();
      await client.close();
      await audit.close();
    },
  };
}
