import {
  type AuditEvent,
  type Caller,
  createApproval,
  createApprovalTickets,
  createAudit,
  createDispatcher,
  createIntent,
  createMemoryResultStore,
  createMemoryRunEngine,
  createRecordPipelines,
  createRegistry,
  type Dispatch,
  defaultApprovalPolicy,
  type Execution,
  type MemoryRunEngine,
  metaTools,
  type Outcome,
  present,
  type RecordPipelines,
  type RecordResource,
  type ResultStore,
  type Rights,
  type RunFiles,
  type WireResult,
} from '../../src/index.ts';
import { alice, ManualClock } from '../fakes.ts';
import { renderLines, transforms } from './lines-terminal.ts';
import { MemoryFiles } from './memory-files.ts';
import { People } from './people.ts';

export const mallory: Caller = { id: 'mallory', groups: [] };

/** What `pipeline_execute` and its companions answer. */
export interface Answer {
  CSVFile?: string | null | { truncated: true; resource: string; bytes: number };
  summary?: Record<string, number | boolean>;
  failed_records?: string;
  error?: { phase: string; step?: number; code: string; message: string; outcome?: string };
  problems?: { step?: number; code: string; message: string; nearest?: string }[];
  access?: { step: number; authorized: boolean; code?: string; reason?: string }[];
  plan?: { steps: Record<string, unknown>[]; stripped: string[]; maxRecords: number };
  runHandle?: string;
  status?: string;
  stop_requested?: boolean;
}

export interface RecordsOptions {
  readonly people?: number;
  readonly groups?: readonly string[];
  readonly callerToken?: boolean;
  readonly rightsOf?: (caller: Caller) => Rights;
  readonly maximumRecords?: number;
  readonly maximumArtifactBytes?: number;
  /** Stands between the engine and the work, as a crash does. */
  readonly around?: (execution: Execution, engine: MemoryRunEngine) => Execution;
  readonly withoutEngine?: boolean;
  readonly auditFails?: () => boolean;
}

export interface RecordsWorld {
  readonly clock: ManualClock;
  readonly people: People;
  readonly pipelines: RecordPipelines;
  readonly engine: MemoryRunEngine;
  readonly results: ResultStore;
  readonly files: MemoryFiles;
  readonly dispatch: Dispatch;
  readonly events: AuditEvent[];
  /** The groups of alice, as they are now. */
  groups: readonly string[];
  call(tool: string, args: object, caller?: Caller): Promise<Outcome>;
  /** Calls `pipeline_execute` and gives its answer; an approval is given if one is asked for. */
  execute(spec: object, caller?: Caller): Promise<Answer>;
  /** Calls `pipeline_execute` without approving. */
  ask(spec: object): Promise<Outcome>;
  present(outcome: Outcome): WireResult;
}

/** Record pipelines over a system of people, with approvals, audit, and an engine in memory. */
export function startRecords(options: RecordsOptions = {}): RecordsWorld {
  const clock = new ManualClock();
  const people = new People(options.people ?? 25, clock);
  const events: AuditEvent[] = [];
  const sink = {
    write: async (event: AuditEvent) => {
      if (options.auditFails?.()) throw new Error('The disk is full.');
      events.push(structuredClone(event));
    },
  };
  const results = createMemoryResultStore({ clock });
  const files = new MemoryFiles();
  const resources = [toResource(options), identityResource];
  const pipelines = createRecordPipelines({
    resources: () => resources,
    transforms,
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => registry,
    clock,
    results,
    renderCsv: renderLines,
    callerOf: (id) => (id === 'alice' ? { id, groups: world.groups } : undefined),
    audit: sink,
    preflight: {
      missingPermissions: async () => undefined,
      forecast: (calls) => ({
        buckets: [{ bucket: 'people', calls: calls.length }],
        estimated_ms: calls.length * 100,
      }),
    },
    ...(options.withoutEngine ? {} : { engine: async () => engine, files: files as RunFiles }),
    maximumRecords: options.maximumRecords,
    maximumArtifactBytes: options.maximumArtifactBytes,
    sleep: async (milliseconds) => clock.advance(milliseconds),
  });
  const around = options.around ?? ((execution) => execution);
  const engine: MemoryRunEngine = createMemoryRunEngine({
    clock,
    execute: (execution) => pipelines.execute(around(execution, engine)),
  });
  const registry = createRegistry({
    tools: [...people.tools, ...metaTools({ records: pipelines })],
  });
  const used = new Set<string>();
  const dispatch = createDispatcher({
    tools: registry,
    clock,
    rightsOf: options.rightsOf,
    onion: {
      audit: createAudit(sink),
      intent: createIntent(sink),
      approval: createApproval({
        policy: () => defaultApprovalPolicy,
        describe: async ({ args }) => ({ lines: [`about ${JSON.stringify(args)}`], guilds: [] }),
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
  const call: RecordsWorld['call'] = (tool, args, caller = alice) =>
    dispatch(tool, args, { caller });
  const world: RecordsWorld = {
    clock,
    people,
    pipelines,
    engine,
    results,
    files,
    dispatch,
    events,
    groups: ['moderators'],
    call,
    ask: (spec) => dispatch('pipeline_execute', spec, { caller: alice, canAsk: true }),
    execute: async (spec, caller = alice) => {
      const first = await call('pipeline_execute', spec, caller);
      const token = tokenOf(first);
      if (token === undefined) return answerOf(first);
      return answerOf(await call('pipeline_execute', { ...spec, __confirm: token }, caller));
    },
    present: (outcome) => present(outcome, { store: results, caller: 'alice' }),
  };
  return world;
}

/** The token that an unapproved call was answered with. */
export function tokenOf(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'error') return undefined;
  return (outcome.error.details as { confirm_token?: string } | undefined)?.confirm_token;
}

export function answerOf(outcome: Outcome): Answer {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  return outcome.structured as Answer;
}

function toResource({ groups, callerToken }: RecordsOptions): RecordResource {
  return {
    name: 'People',
    description: 'A system of people.',
    groups,
    callerToken: callerToken ?? false,
    operations: [
      {
        tool: 'people_list',
        output: 'Person',
        iterates: {
          list: 'people',
          cursor: { argument: 'cursor', result: 'next_cursor' },
          size: { argument: 'limit', most: 100 },
        },
      },
      { tool: 'people_get', input: 'Record', output: 'Contact', reusable: true },
      { tool: 'people_greet_once', input: 'object' },
      { tool: 'people_greet_idempotent', input: 'object' },
      { tool: 'people_remove', input: 'object' },
      { tool: 'pipeline_execute' },
    ],
  };
}

const identityResource: RecordResource = {
  name: 'Directory',
  description: 'A system that is told who asks.',
  callerIdentity: true,
  operations: [{ tool: 'people_whoami', input: 'object' }],
};

export const list = {
  resource: 'People',
  operation: 'people_list',
  transform: 'PersonToRecord',
};

/** A step that calls a tool of the people for each record. */
export function each(operation: string, more: object = {}) {
  return { resource: 'People', operation, operationSettings: { id: '{{id}}' }, ...more };
}

export const toLines = { transform: 'RecordSetToLines' };

/** The records of an artifact of lines. */
export function linesOf(file: Answer['CSVFile']): Record<string, unknown>[] {
  if (typeof file !== 'string') throw new Error(`No text: ${JSON.stringify(file)}`);
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
