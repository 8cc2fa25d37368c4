import {
  type CallRequest,
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createMemoryResultStore,
  createRecordPipelines,
  createRegistry,
  createStateKeeper,
  createStateStore,
  defaultApprovalPolicy,
  metaTools,
  type Outcome,
  type RecordPipelinesSource,
} from '@guildline/mcp-core';
import {
  createDiscordDescriber,
  createDiscordScope,
  createPreflight,
  discordResource,
  discordState,
  type ScopeLists,
} from '../../src/index.ts';
import { startAdapter } from '../harness.ts';

/** A terminal that writes each record as a line of JSON. */
const lines: RecordPipelinesSource['transforms'][number] = {
  name: 'RecordSetToLines',
  description: 'Lines of JSON.',
  input: 'Record',
  output: undefined,
  terminal: 'set',
  artifact: { mediaType: 'text/csv', encoding: 'text' },
  settings: { type: 'object', properties: {}, additionalProperties: false },
  checkSettings: () => [],
  open: async (_settings, { sink }) => ({
    apply: async (values) => {
      for (const value of values) await sink.write(`${JSON.stringify(value)}\n`);
      return values.map(() => ({ values: [] }));
    },
    finish: async () => undefined,
    close: async () => undefined,
  }),
};

/** What `pipeline_execute` answers. */
export interface Answer {
  readonly CSVFile?: string;
  readonly summary?: Readonly<Record<string, number | boolean>>;
  readonly failed_records?: string;
  readonly error?: object;
  readonly problems?: readonly object[];
  readonly plan?: { readonly steps: readonly object[] };
}

/** Record pipelines over all Discord tools on a simulator, with approvals and allow-lists. */
export async function startRecords(lists: ScopeLists = {}) {
  const adapter = await startAdapter();
  const now = Date.UTC(2030, 0, 1);
  const clock = { now: () => now };
  const tools = [...adapter.tools.values()];
  const resources = [discordResource(tools)];
  const store = createStateStore({ clock });
  const caller = { id: 'alice', groups: [] };
  const pipelines = createRecordPipelines({
    resources: () => resources,
    transforms: [lines],
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => registry,
    clock,
    results: createMemoryResultStore({ clock }),
    renderCsv: async (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    callerOf: () => caller,
    preflight: createPreflight(adapter.client, tools),
  });
  const registry = createRegistry({
    tools: [...tools, ...metaTools({ records: pipelines })],
    state: discordState,
  });
  const used = new Set<string>();
  const dispatch = createDispatcher({
    tools: registry,
    clock,
    onion: {
      scope: createDiscordScope({ client: adapter.client, clock, listsOf: () => [lists] }),
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
  const call = (tool: string, args: object, request: Partial<CallRequest> = {}): Promise<Outcome> =>
    dispatch(tool, args, { caller, ...request });
  return {
    ...adapter,
    resource: resources[0] as (typeof resources)[number],
    registry,
    call: undefined as never,
    /** Asks for a run and gives the preview of the question that is put first. */
    preview: async (spec: object): Promise<string> => {
      const outcome = await call('pipeline_execute', spec, { canAsk: true });
      if (outcome.kind !== 'needs-approval') throw new Error(JSON.stringify(outcome));
      return outcome.request.preview;
    },
    /** Runs a pipeline, approved if it has to be. */
    execute: async (spec: object): Promise<Answer> => {
      const first = await call('pipeline_execute', spec);
      if (first.kind !== 'error') return structuredOf(first);
      const { confirm_token } = (first.error.details ?? {}) as { confirm_token?: string };
      if (confirm_token === undefined) throw first.error;
      return structuredOf(await call('pipeline_execute', { ...spec, __confirm: confirm_token }));
    },
    requests: () =>
      adapter.simulator.control.requests().map(({ method, path }) => `${method} ${path}`),
  };
}

function structuredOf(outcome: Outcome): Answer {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  return outcome.structured as Answer;
}

/** The records of an artifact of lines. */
export function linesOf(file: string | undefined): Record<string, unknown>[] {
  return (file ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
