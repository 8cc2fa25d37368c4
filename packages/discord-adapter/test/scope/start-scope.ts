import {
  createDispatcher,
  createRegistry,
  createStateKeeper,
  createStateStore,
  type Dispatch,
  metaTools,
  type Outcome,
  type ToolDefinition,
  ToolError,
} from '@guildline/mcp-core';
import {
  createDiscordScope,
  createPreflight,
  discordState,
  type ScopeLists,
} from '../../src/index.ts';
import { type Adapter, type AdapterOptions, startAdapter } from '../harness.ts';

/** One scope, or several of which one has to admit a call. */
type Lists = ScopeLists | ScopeLists[];

/** Every Discord tool behind the dispatcher, with allow-lists in front. */
export interface ScopedAdapter extends Adapter {
  readonly dispatch: Dispatch;
  /** Sets the lists of all callers, or those by the name of each. */
  setLists(lists: ScopeLists | ((caller: string, tool: ToolDefinition) => Lists)): void;
  /** Forgets what was looked up, and empties the request log. */
  forget(): void;
  run(tool: string, args: unknown, caller?: string): Promise<Outcome>;
  /** `GET /channels/1` of every request since the last {@link forget}. */
  requests(): string[];
  advance(milliseconds: number): void;
}

export async function startScope(
  options: AdapterOptions & { readonly tools?: readonly ToolDefinition[] } = {},
): Promise<ScopedAdapter> {
  const adapter = await startAdapter(options);
  let listsOf: (caller: string, tool: ToolDefinition) => Lists = () => ({});
  let now = Date.UTC(2030, 0, 1);
  const clock = { now: () => now };
  const preflight = createPreflight(adapter.client, adapter.tools.values());
  const tools = createRegistry({
    tools: [...adapter.tools.values(), ...(options.tools ?? []), ...metaTools({ preflight })],
    state: discordState,
  });
  const dispatch = createDispatcher({
    tools,
    clock: { now: Date.now },
    onion: {
      scope: createDiscordScope({
        client: adapter.client,
        listsOf: ({ id }, tool) => [listsOf(id, tool)].flat(),
        clock,
      }),
      state: createStateKeeper({ store: createStateStore({ clock }) }),
    },
  });
  return {
    ...adapter,
    dispatch,
    setLists: (lists) => {
      listsOf = typeof lists === 'function' ? lists : () => lists;
    },
    forget: () => {
      now += 24 * 60 * 60 * 1000;
      adapter.simulator.control.clearRequests();
    },
    run: (tool, args, caller = 'local') =>
      dispatch(tool, args, { caller: { id: caller, groups: [] } }),
    requests: () =>
      adapter.simulator.control.requests().map(({ method, path }) => `${method} ${path}`),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** The error of an outcome that has to be one. */
export function errorIn(outcome: Outcome): ToolError {
  if (outcome.kind === 'error') return outcome.error;
  throw new ToolError({
    code: 'INTERNAL_ERROR',
    message: `Should have been refused: ${JSON.stringify(outcome)}`,
  });
}

/** The result of an outcome that has to be one. */
export function resultIn(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind === 'result') return outcome.structured;
  throw outcome.kind === 'error' ? outcome.error : new Error('An approval is asked for.');
}
