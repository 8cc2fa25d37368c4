import {
  type Caller,
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
  defaultApprovalPolicy,
  metaTools,
  type Outcome,
  type ToolDefinition,
} from '@guildline/mcp-core';
import { createDiscordDescriber, discordState } from '../../src/index.ts';
import { type Adapter, startAdapter } from '../harness.ts';
import { aCandidate } from '../tools/raids/a-candidate.ts';

const alice: Caller = { id: 'alice', groups: [] };
export const mallory: Caller = { id: 'mallory', groups: [] };

/**
 * Every Discord tool behind the dispatcher, with approvals by token. Both callers have a list with one
 * candidate of a raid.
 */
export interface ApprovedAdapter extends Adapter {
  call: never;
  dispatch(tool: string, args: object, caller?: Caller): Promise<Outcome>;
  advance(milliseconds: number): void;
  /** Requests since the last {@link forget} that could have changed something. */
  writes(): string[];
  forget(): void;
}

export async function startApproval(): Promise<ApprovedAdapter> {
  const adapter = await startAdapter();
  let now = Date.UTC(2030, 0, 1);
  const clock = { now: () => now };
  const used = new Set<string>();
  const tools = createRegistry({
    tools: [...adapter.tools.values(), ...metaTools()],
    state: discordState,
  });
  const store = createStateStore({ clock });
  for (const { id: caller } of [alice, mallory]) {
    const slot = { caller, stateId: 'default', field: 'raid_candidates' };
    store.update(slot, { tool: 'raid_scan', callId: 'seed' }, () => [aCandidate()]);
  }
  const dispatch = createDispatcher({
    tools,
    clock,
    onion: {
      state: createStateKeeper({ store }),
      approval: createApproval({
        policy: () => defaultApprovalPolicy,
        describe: createDiscordDescriber({ client: adapter.client }),
        tickets: createApprovalTickets({
          realm: 'test',
          key: async () => new Uint8Array(32).fill(7),
          clock,
        }),
        used: {
          use: async (id) => {
            const isNew = !used.has(id);
            used.add(id);
            return isNew;
          },
        },
      }),
    },
  });
  return {
    ...adapter,
    call: undefined as never,
    dispatch: (tool, args, caller = alice) => dispatch(tool, args, { caller }),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    writes: () =>
      adapter.simulator.control
        .requests()
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path }) => `${method} ${path}`),
    forget: () => adapter.simulator.control.clearRequests(),
  };
}

/** One way to make a call: by itself, or as a step. */
export interface Way {
  readonly name: string;
  readonly tool: (tool: ToolDefinition) => string;
  readonly args: (tool: ToolDefinition, args: object) => object;
}

export const ways: readonly Way[] = [
  { name: 'directly', tool: ({ name }) => name, args: (_tool, args) => args },
  {
    name: 'as a step with literal arguments',
    tool: () => 'mcp_pipeline',
    args: ({ name }, args) => ({ steps: [{ tool: name, args }] }),
  },
  {
    name: 'as a step with arguments from templates',
    tool: () => 'mcp_pipeline',
    args: ({ name }, args) => ({ steps: [{ tool: name, args: toTemplates(args) }] }),
  },
];

/** The same arguments, with every text but the guild's id coming from a template. */
function toTemplates(args: object): object {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      typeof value === 'string' && key !== 'guild_id' ? `{{ '${value}' }}` : value,
    ]),
  );
}
