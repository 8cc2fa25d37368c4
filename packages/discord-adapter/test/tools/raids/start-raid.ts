import {
  type AuditEvent,
  type CallRequest,
  createApproval,
  createApprovalTickets,
  createAudit,
  createDispatcher,
  createIntent,
  createRegistry,
  createStateKeeper,
  createStateStore,
  defaultApprovalPolicy,
  metaTools,
  type Outcome,
  type StateStore,
  ToolError,
} from '@guildline/mcp-core';
import {
  createDiscordDescriber,
  createDiscordScope,
  discordState,
  type ScopeLists,
} from '../../../src/index.ts';
import { type Adapter, type AdapterOptions, startAdapter } from '../../harness.ts';
import { now } from './raid-world.ts';

type Result = Readonly<Record<string, unknown>>;

/** Every Discord tool behind the dispatcher, as a server has them, with a clock that stands still. */
export interface Raid extends Omit<Adapter, 'call'> {
  readonly store: StateStore;
  readonly events: readonly AuditEvent[];
  dispatch(tool: string, args: object, request?: Partial<CallRequest>): Promise<Outcome>;
  /** The result of a call that has to succeed. */
  call(tool: string, args: object, request?: Partial<CallRequest>): Promise<Result>;
  /** The error of a call that has to fail. */
  fail(tool: string, args: object, request?: Partial<CallRequest>): Promise<ToolError>;
  /** Calls once for the approval's question, and again with it. */
  approve(tool: string, args: object): Promise<{ preview: string; outcome: Outcome }>;
  setLists(lists: ScopeLists): void;
  advance(milliseconds: number): void;
}

export async function startRaid(options: AdapterOptions = {}): Promise<Raid> {
  const adapter = await startAdapter(options);
  const { client } = adapter;
  let passed = 0;
  let lists: ScopeLists = {};
  const clock = { now: () => now + passed };
  const used = new Set<string>();
  const events: AuditEvent[] = [];
  const sink = { write: async (event: AuditEvent) => void events.push(event) };
  const store = createStateStore({ clock });
  const run = createDispatcher({
    tools: createRegistry({
      tools: [...adapter.tools.values(), ...metaTools({ state: { store } })],
      state: discordState,
    }),
    clock,
    onion: {
      audit: createAudit(sink),
      scope: createDiscordScope({ client, clock, listsOf: () => [lists] }),
      state: createStateKeeper({ store }),
      approval: createApproval({
        policy: () => defaultApprovalPolicy,
        describe: createDiscordDescriber({ client }),
        tickets: createApprovalTickets({
          realm: 'test',
          key: async () => new Uint8Array(32).fill(7),
          clock,
        }),
        used: { use: async (id) => !used.has(id) && used.add(id) !== undefined },
      }),
      intent: createIntent(sink),
    },
  });
  const dispatch: Raid['dispatch'] = (tool, args, request) =>
    run(tool, args, { caller: { id: 'ann', groups: [] }, ...request });
  const fail: Raid['fail'] = async (tool, args, request) => {
    const outcome = await dispatch(tool, args, request);
    if (outcome.kind === 'error') return outcome.error;
    throw new Error(`Should have failed: ${JSON.stringify(outcome)}`);
  };
  return {
    ...adapter,
    store,
    events,
    dispatch,
    fail,
    call: async (tool, args, request) => {
      const outcome = await dispatch(tool, args, request);
      if (outcome.kind === 'result') return outcome.structured;
      throw outcome.kind === 'error'
        ? outcome.error
        : new ToolError({ code: 'CONFIRMATION_REQUIRED', message: outcome.request.preview });
    },
    approve: async (tool, args) => {
      const { details } = await fail(tool, args);
      const { preview, confirm_token } = details as { preview: string; confirm_token: string };
      return { preview, outcome: await dispatch(tool, { ...args, __confirm: confirm_token }) };
    },
    setLists: (next) => {
      lists = next;
    },
    advance: (milliseconds) => {
      passed += milliseconds;
    },
  };
}
