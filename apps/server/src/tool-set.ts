import {
  createDiscordClient,
  createPreflight,
  type DiscordClient,
  discordSynonyms,
  discordTools,
} from '@guildline/discord-adapter';
import {
  createMemoryResultStore,
  createRegistry,
  createStateStore,
  createWorkflows,
  metaTools,
  type RecordPipelines,
  type StateStore,
  type ToolDefinition,
  type Workflows,
} from '@guildline/mcp-core';
import type { KnownNames } from './configuration/check-references.ts';
import { composeRecords } from './records/compose-records.ts';
import { inlineRead, inlineRecords } from './records/inline-records.ts';

/** What tools are bound to beside Discord. */
export interface ToolPorts {
  readonly store: StateStore;
  /** Durable workflows; without them their tools are not there. */
  readonly workflows?: Workflows | undefined;
  /** Record pipelines; without them their tools are not there. */
  readonly records?: RecordPipelines | undefined;
  /** Tools of the systems that the configuration connects. */
  readonly connected?: readonly ToolDefinition[] | undefined;
  /** Milliseconds after which a pipeline goes on as a workflow. Never when absent. */
  readonly promoteAfter?: number | undefined;
}

/** Every tool that a server can have. */
export function createToolSet(client: DiscordClient, ports: ToolPorts): ToolDefinition[] {
  const discord = discordTools(client.connect);
  return [
    ...discord,
    ...(ports.connected ?? []),
    ...metaTools({
      preflight: createPreflight(client, discord),
      synonyms: discordSynonyms,
      state: { store: ports.store },
      workflows: ports.workflows,
      records: ports.records,
      promoteAfter: ports.promoteAfter,
    }),
  ];
}

/** Every tool, bound to nothing: to be listed, not to be called. */
export function listedTools(): ToolDefinition[] {
  const unbound = () => Promise.reject(new Error('Tools are listed without anything behind them.'));
  const clock = { now: Date.now };
  const workflows = createWorkflows({
    engine: unbound,
    dispatch: unbound,
    tools: () => createRegistry({ tools: [] }),
    callerOf: () => undefined,
    clock,
    profileId: 'default',
  });
  const store = createStateStore({ clock });
  const client = createDiscordClient({});
  const records = composeRecords({
    client,
    connected: [inlineRecords],
    dispatch: unbound,
    tools: () => createRegistry({ tools: [] }),
    callerOf: () => undefined,
    clock,
    results: createMemoryResultStore({ clock }),
  });
  return createToolSet(client, { store, workflows, records, connected: [inlineRead] });
}

/** The names that a configuration can choose from. */
export function knownNames(): KnownNames {
  const tools = listedTools();
  return {
    categories: [...new Set(tools.map(({ category }) => category))].sort(),
    tools: tools.map(({ name }) => name),
  };
}
