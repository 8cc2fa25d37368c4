import {
  type CompiledRecordPipeline,
  type RecordCheckpoint,
  RecordError,
  type RecordRunResult,
  runRecordPipeline,
} from '@guildline/pipeline-core';
import { everything } from '../../access/rights.ts';
import { redactValue } from '../../redaction/redact.ts';
import type { Execute, Execution } from '../../runs/execution.ts';
import type { RunEnding } from '../../runs/run.ts';
import { RecordAudit } from '../audit-records.ts';
import { compileSpec } from '../compile-spec.ts';
import { RecordCaller } from '../record-caller.ts';
import type { RecordPipelines } from '../record-pipelines.ts';
import { redactArtifact } from '../redact-artifact.ts';
import { toAnswerError, toSummary } from '../to-run-answer.ts';
import { createBackgroundPorts } from './background-ports.ts';
import { BatchKeeper } from './batch-keeper.ts';
import { KeptArtifact, KeptFailures } from './kept-files.ts';
import { openRunFiles } from './open-run-files.ts';
import { requireBackground } from './own-record-run.ts';
import { ProgressNote } from './progress-note.ts';
import { inputOf, type RecordsNote } from './records-input.ts';

type Ending = Omit<RunEnding, 'position'>;

/** Makes the work of a background run: its records, from behind the last one that is finished. */
export function createExecute(pipelines: RecordPipelines): Execute {
  return async (execution) => {
    const keeper = await BatchKeeper.begin(execution);
    if (keeper.ending) return keeper.ending;
    keeper.open();
    try {
      const ending = await keeper.end(await work(execution, keeper, pipelines));
      await removeOldFiles(execution.run.id, keeper, pipelines);
      return ending;
    } catch (reason) {
      keeper.break(reason);
      throw reason;
    }
  };
}

/** The files of the execution before are no longer needed; what stays is removed with time. */
async function removeOldFiles(run: string, keeper: BatchKeeper, pipelines: RecordPipelines) {
  const execution = keeper.startedFrom;
  if (execution === undefined) return;
  for (const name of ['artifact', 'failed'] as const) {
    await pipelines.source.files?.remove({ run, execution, name }).catch(() => undefined);
  }
}

async function work(
  execution: Execution,
  keeper: BatchKeeper,
  pipelines: RecordPipelines,
): Promise<Ending> {
  const { spec } = inputOf(execution.run);
  const owner = pipelines.source.callerOf(execution.run.caller);
  if (!owner) {
    return refuse(
      'NOT_AUTHORIZED',
      'Whoever started the run is not known to this server any more.',
    );
  }
  // What the caller may do with a tool is judged when it is called.
  const context = { caller: owner, rights: everything, tools: pipelines.source.tools() };
  const checked = compileSpec(spec, context, pipelines);
  if ('problems' in checked) {
    const [first] = checked.problems;
    return refuse(first?.code ?? '', first?.message ?? '', first?.step);
  }
  try {
    return await run(checked.pipeline, execution, keeper, pipelines);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return refuse(error.code, error.message);
  }
}

function refuse(code: string, message: string, step?: number): Ending {
  const error = toAnswerError({
    phase: 'building',
    code,
    message,
    ...(step === undefined ? {} : { step }),
  });
  return { status: 'failed', note: { error } satisfies RecordsNote };
}

async function run(
  pipeline: CompiledRecordPipeline,
  execution: Execution,
  keeper: BatchKeeper,
  pipelines: RecordPipelines,
): Promise<Ending> {
  const { plan } = pipeline;
  const { id, caller: owner } = execution.run;
  const { spec, trace_id: traceId, grants, bounds } = inputOf(execution.run);
  const { files } = requireBackground(pipelines);
  const own = await openRunFiles(id, keeper, files);
  const artifact = new KeptArtifact(own.artifact, pipelines.maximumArtifactBytes);
  const failed = new KeptFailures(own.failed);
  const caller = new RecordCaller({
    pipelines,
    caller: () => pipelines.source.callerOf(owner),
    grants: new Map(grants),
    traceId,
    parentId: id,
    bounds: bounds ?? undefined,
    keys: id,
  });
  const progress = new ProgressNote(execution, plan, pipelines.clock);
  const keep = async (checkpoint: RecordCheckpoint): Promise<void> => {
    await artifact.sync();
    await failed.sync();
    await keeper.keep(redactValue(checkpoint) as RecordCheckpoint);
    await progress.tell(checkpoint.counts);
  };
  try {
    const result = await runRecordPipeline(redactArtifact(pipeline), {
      ...createBackgroundPorts(pipeline, execution, keeper, caller, pipelines),
      artifact,
      failed,
      maxRecords: spec.maxRecords,
      checkpoints: { kept: keeper.checkpoint, keep },
    });
    keeper.check();
    await artifact.sync();
    await failed.sync();
    const audit = new RecordAudit(pipelines, { caller: owner, traceId, parentId: id });
    const unwritten = await audit.ended(plan, result, caller.denied);
    return toEnding(pipeline, result, { unwritten, execution: keeper.name });
  } finally {
    await own.artifact.close();
    await own.failed.close();
  }
}

function toEnding(
  { plan }: CompiledRecordPipeline,
  result: RecordRunResult,
  { unwritten, execution }: { readonly unwritten: string | undefined; readonly execution: string },
): Ending {
  const { counts, error } = result;
  const hasFailures = counts.failed + counts.unknown > 0;
  const statuses = {
    completed: hasFailures ? 'completed_with_errors' : 'completed',
    failed: 'failed',
    stopped: 'cancelled',
  } as const;
  const note: RecordsNote = {
    summary: toSummary(plan, result),
    artifact: plan.artifact,
    execution,
    ...(error ? { error: toAnswerError(error) } : {}),
    ...(unwritten === undefined ? {} : { unwritten }),
  };
  return { status: statuses[result.status], note: redactValue(note) };
}
