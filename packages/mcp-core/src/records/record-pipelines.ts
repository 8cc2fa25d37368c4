import type { Clock, DataRecord, Transform } from '@guildline/pipeline-core';
import type { AuditSink } from '../audit/audit-sink.ts';
import type { Caller } from '../context.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Preflight } from '../preflight.ts';
import type { Registry } from '../registry.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { Execute } from '../runs/execution.ts';
import type { RunEngine } from '../runs/run-engine.ts';
import type { Sleep } from '../workflow/call-ports.ts';
import { CallSlots } from '../workflow/call-slots.ts';
import { sleepInTime } from '../workflow/workflows.ts';
import { createExecute } from './background/execute-records.ts';
import type { RunFiles } from './background/run-files.ts';
import { type Exposed, exposeResources } from './expose-resources.ts';
import type { RecordResource } from './record-resource.ts';
import { type IsMember, isMemberAsTold } from './refuse-operation.ts';

/** The parts of {@link createRecordPipelines}. Nothing is asked for before a pipeline is. */
export interface RecordPipelinesSource {
  /** Read anew for each call, so that a reload counts at once; the same array while nothing changed. */
  readonly resources: () => readonly RecordResource[];
  /** All but those from a resource's types to `Record`, which are made here. */
  readonly transforms: readonly Transform[];
  readonly dispatch: Dispatch;
  readonly tools: () => Registry;
  readonly clock: Clock;
  readonly results: ResultStore;
  /** Renders a list of records as CSV: those that failed. */
  readonly renderCsv: (records: readonly DataRecord[]) => Promise<string>;
  /** How JavaScript for transforms is written, for `pipeline_discover`. */
  readonly javaScriptConventions?: string | undefined;
  /**
   * A caller with the groups that it has now; `undefined` if only its transport knows it. A
   * background run of somebody whom nobody knows any more is refused its calls.
   */
  readonly callerOf: (id: string) => Caller | undefined;
  /** Whether a caller is in one of some groups now. By default, as its transport said. */
  readonly isMember?: IsMember | undefined;
  readonly audit?: AuditSink | undefined;
  readonly preflight?: Preflight | undefined;
  /** The durable engine, and where background runs keep their files. Without them there are none. */
  readonly engine?: (() => Promise<RunEngine>) | undefined;
  readonly files?: RunFiles | undefined;
  /** Source records that any run may take. Defaults to 10,000. */
  readonly maximumRecords?: number | undefined;
  /** Bytes that an artifact may have. Defaults to 32 Mi. */
  readonly maximumArtifactBytes?: number | undefined;
  /** Milliseconds after which the call for one record is given up. Defaults to a minute. */
  readonly callTime?: number | undefined;
  /** Waits; timers when absent. */
  readonly sleep?: Sleep | undefined;
}

/** Record pipelines: what their tools need, and the work of their background runs. */
export interface RecordPipelines {
  readonly source: RecordPipelinesSource;
  readonly clock: Clock;
  readonly isMember: IsMember;
  readonly maximumRecords: number;
  readonly maximumArtifactBytes: number;
  readonly callTime: number;
  readonly sleep: Sleep;
  readonly slots: CallSlots;
  /** What a spec can name now, whoever asks. */
  exposed(): Exposed;
  /** The work of a run of kind `records`. */
  readonly execute: Execute;
}

/** Calls of background runs that this process makes at the same time, beside those of workflows. */
const concurrency = 8;

/** Puts record pipelines together. Starts nothing. */
export function createRecordPipelines(source: RecordPipelinesSource): RecordPipelines {
  let known: { readonly of: readonly RecordResource[]; readonly exposed: Exposed } | undefined;
  const pipelines: RecordPipelines = {
    source,
    clock: source.clock,
    isMember: source.isMember ?? isMemberAsTold,
    maximumRecords: source.maximumRecords ?? 10_000,
    maximumArtifactBytes: source.maximumArtifactBytes ?? 32 * 1024 * 1024,
    callTime: source.callTime ?? 60_000,
    sleep: source.sleep ?? sleepInTime,
    slots: new CallSlots(concurrency),
    exposed: () => {
      const of = source.resources();
      if (known?.of !== of) {
        known = { of, exposed: exposeResources(of, source.transforms, source.tools()) };
      }
      return known.exposed;
    },
    execute: (execution) => execute(execution),
  };
  const execute = createExecute(pipelines);
  return pipelines;
}
