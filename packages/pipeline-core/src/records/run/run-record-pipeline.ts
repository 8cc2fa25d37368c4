import type { CompiledRecordPipeline } from '../compile/record-plan.ts';
import { recordLimits } from '../record-limits.ts';
import { callValues, concurrencyOf, type ValueStream } from './call-values.ts';
import { OpenTransforms } from './open-transforms.ts';
import { readSource } from './read-source.ts';
import { RecordRun } from './record-run.ts';
import type { RecordRunPorts } from './record-run-ports.ts';
import type { RecordRunResult } from './record-run-result.ts';
import { RecordTerminal } from './record-terminal.ts';
import { shapeValues } from './shape-values.ts';
import { toRecordFailure } from './to-record-failure.ts';

/**
 * Runs a record pipeline: records stream from the source through the steps into the artifact, in
 * order, with a bounded number in memory. A slow step slows the source. A failed record ends the run,
 * or is listed and counted, as the plan says.
 *
 * A stop ends after the records for which something was written already; nothing new begins. From the
 * first step that writes on, that is one record. Stopping is not rollback.
 *
 * @throws TypeError without `artifact` for a plan that has one; whatever `checkpoints` rejects with.
 */
export async function runRecordPipeline(
  pipeline: CompiledRecordPipeline,
  ports: RecordRunPorts,
): Promise<RecordRunResult> {
  if (pipeline.plan.artifact && !ports.artifact) {
    throw new TypeError('The plan has an artifact, so the run needs a place for it.');
  }
  const run = new RecordRun(pipeline, ports);
  const terminal = new RecordTerminal(pipeline, run);
  const transforms = new OpenTransforms();
  try {
    await cutBack(run);
    if (!run.stop.hasFailed) await transforms.open(pipeline, run, terminal.sink);
    run.stop.isBuilding = run.stop.hasFailed;
    if (!run.stop.hasFailed) await drive(pipeline, run, terminal, transforms);
  } finally {
    await transforms.close();
  }
  run.reportProgress();
  return run.toResult();
}

/** A run that can go on later begins behind what was kept, or at the very beginning. */
async function cutBack(run: RecordRun): Promise<void> {
  const { artifact, failed, checkpoints } = run.ports;
  if (!checkpoints) return;
  try {
    await artifact?.truncate(run.kept?.artifactLength ?? 0);
    await failed?.truncate(run.kept?.failedLength ?? 0);
  } catch (error) {
    run.stop.halt(0, toRecordFailure('What an earlier process left could not be cut back', error));
  }
}

async function drive(
  { plan, steps }: CompiledRecordPipeline,
  run: RecordRun,
  terminal: RecordTerminal,
  transforms: OpenTransforms,
): Promise<void> {
  const { checkpoints, maxRecords } = run.ports;
  const last = plan.steps.at(-1);
  const renderer = last?.terminal === 'none' ? undefined : transforms.at(last?.step ?? 0)?.open;
  const perCheckpoint = plan.writes ? 1 : recordLimits.recordsPerCheckpoint;
  const reading = {
    cap: Math.min(plan.maxRecords ?? maxRecords, maxRecords),
    perCheckpoint: checkpoints && plan.resumable ? perCheckpoint : undefined,
    keep: async () => {
      const state = await terminal.suspend(renderer);
      if (run.stop.hasFailed) return;
      const { artifact, failed } = run.ports;
      await checkpoints?.keep({
        position: run.tally.read,
        record: run.last?.source ?? null,
        counts: run.toCounts(),
        artifactLength: artifact?.length ?? 0,
        failedLength: failed?.length ?? 0,
        terminal: state,
      });
    },
  };
  for await (const values of connect(steps, reading, run, transforms)) {
    for (const { record } of values) run.deliver(record);
    run.reportProgress();
  }
  await run.flushFailures();
  if (renderer) await terminal.finish(renderer);
}

function connect(
  steps: CompiledRecordPipeline['steps'],
  reading: Parameters<typeof readSource>[1],
  run: RecordRun,
  transforms: OpenTransforms,
): ValueStream {
  const concurrency = concurrencyOf(steps);
  let stream: ValueStream | undefined;
  for (const [index, step] of steps.entries()) {
    const { call } = step;
    if (!stream) stream = readSource(step, reading, run);
    else if (call) stream = callValues({ ...step, call }, concurrency[index] ?? 1, stream, run);
    const stage = transforms.at(index);
    if (stage) stream = shapeValues(stage, stream, run);
  }
  return stream as ValueStream;
}
