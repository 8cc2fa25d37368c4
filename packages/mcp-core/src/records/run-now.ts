import { setImmediate as turn } from 'node:timers/promises';
import {
  type CompiledRecordPipeline,
  type DataRecord,
  type RecordCounts,
  type RecordRunPorts,
  runRecordPipeline,
} from '@guildline/pipeline-core';
import type { StepGrant } from '../approval/grant.ts';
import type { CallContext } from '../context.ts';
import { redactValue } from '../redaction/redact.ts';
import { Reply } from '../tool.ts';
import type { RunAnswer } from './answer-schema.ts';
import { RecordAudit } from './audit-records.ts';
import { callsOf } from './compile-spec.ts';
import type { ExposedOperation } from './exposed-operation.ts';
import { FailedList, toFailedRow, warnOfWritten } from './failed-list.ts';
import { MemoryArtifact } from './memory-artifact.ts';
import { readPages } from './read-pages.ts';
import { RecordCaller, toCallResult } from './record-caller.ts';
import type { RecordPipelines } from './record-pipelines.ts';
import { redactArtifact } from './redact-artifact.ts';
import { shelve } from './shelve.ts';
import type { RecordSpec } from './spec.ts';
import { renderFailed, tellStripped, toAnswerError, toSummary } from './to-run-answer.ts';
import { WriteQuota } from './write-quota.ts';

/** Runs a pipeline to its end and answers with its artifact and summary. */
export async function runNow(
  pipeline: CompiledRecordPipeline,
  spec: RecordSpec,
  context: CallContext,
  pipelines: RecordPipelines,
): Promise<Reply<RunAnswer>> {
  const { plan } = pipeline;
  const caller = createCaller(spec, context, pipelines);
  const artifact = new MemoryArtifact(pipelines.maximumArtifactBytes);
  const failed = new FailedList();
  const result = await runRecordPipeline(redactArtifact(pipeline), {
    ...createCallPorts(pipeline, caller, spec, context, pipelines),
    artifact,
    failed,
    maxRecords: spec.maxRecords,
    onProgress: reportProgress(context, spec.maxRecords),
  });
  const { traceId, callId } = context.trace;
  const place = { caller: context.caller.id, traceId, parentId: callId };
  const unwritten = await new RecordAudit(pipelines, place).ended(plan, result, caller.denied);
  const { results, renderCsv } = pipelines.source;
  const shelf = { results, caller: context.caller.id, tool: 'pipeline_execute' };
  const rows = failed.records.map((record) => redactValue(toFailedRow(record)) as DataRecord);
  const answer: RunAnswer = {
    CSVFile: plan.artifact ? shelve(artifact.toBuffer(), plan.artifact.encoding, shelf) : null,
    ...toMediaType(plan.artifact?.mediaType),
    summary: toSummary(plan, result, failed.omitted),
    ...(rows.length > 0
      ? { failed_records: shelve(await renderFailed(rows, renderCsv), 'text', shelf) }
      : {}),
    ...(result.error ? { error: toAnswerError(result.error) } : {}),
  };
  const said = [tellStripped(plan), unwritten, warnOfWritten(failed.records)];
  const notes = said.filter((note) => note !== undefined);
  return new Reply(answer, { isClean: true, isError: result.error !== undefined, notes });
}

/** The media type is told if it is not what the key of the artifact says. */
export function toMediaType(mediaType: string | undefined): { media_type?: string } {
  return mediaType === undefined || mediaType === 'text/csv' ? {} : { media_type: mediaType };
}

/** Makes the calls of a run that is a part of a call. */
export function createCaller(
  spec: RecordSpec,
  context: CallContext,
  pipelines: RecordPipelines,
): RecordCaller {
  const { caller, trace, bounds, idempotencyKey } = context;
  return new RecordCaller({
    pipelines,
    caller: () => pipelines.source.callerOf(caller.id) ?? caller,
    grants: grantsOf(spec, context, pipelines),
    traceId: trace.traceId,
    parentId: trace.callId,
    bounds,
    keys: idempotencyKey,
  });
}

/** What was granted, by step: an approval names calls by their place among the calls. */
export function grantsOf(
  spec: RecordSpec,
  { grants }: Pick<CallContext, 'grants'>,
  pipelines: RecordPipelines,
): ReadonlyMap<number, StepGrant> {
  const calls = callsOf(spec, pipelines);
  return new Map(
    [...(grants ?? [])].flatMap(([place, grant]) => {
      const step = calls[place]?.step;
      return step === undefined ? [] : [[step, grant] as const];
    }),
  );
}

type CallPorts = Pick<
  RecordRunPorts,
  'call' | 'clock' | 'deadline' | 'pause' | 'signal' | 'source'
>;

/**
 * How a run within a call reads its source and calls its operations. A read stops with the call; a
 * write that has begun is waited for, so that what it did is known.
 */
export function createCallPorts(
  { steps }: CompiledRecordPipeline,
  caller: RecordCaller,
  spec: RecordSpec,
  { clock, signal, deadline }: Pick<CallContext, 'clock' | 'deadline' | 'signal'>,
  { callTime }: RecordPipelines,
): CallPorts {
  const unstoppable = new AbortController().signal;
  const quota = new WriteQuota(spec.maxRecords);
  const operationOf = (step: number) => steps[step]?.call?.operation as ExposedOperation;
  const timesOf = (writes: boolean) => {
    const latest = clock.now() + callTime;
    if (writes) return { signal: unstoppable, deadline: latest };
    return { signal, deadline: Math.min(latest, deadline ?? latest) };
  };
  return {
    clock,
    signal,
    deadline,
    pause: () => turn(),
    source: ({ settings, limit }) => {
      const operation = operationOf(0);
      const call = (args: Readonly<Record<string, unknown>>, key: string) =>
        caller.call({ step: 0, operation, args, key, ...timesOf(false) });
      return readPages({ operation, settings, limit, call });
    },
    call: async ({ step: { step, writes }, settings: args, key }) => {
      const refusal = writes ? quota.take(step) : undefined;
      if (refusal) return { ok: false, error: refusal };
      const operation = operationOf(step);
      return toCallResult(await caller.call({ step, operation, args, key, ...timesOf(writes) }));
    },
  };
}

function reportProgress({ progress }: CallContext, total: number) {
  let told = 0;
  return ({ processed, rows, failed, unknown }: RecordCounts): void => {
    if (processed <= told) return;
    told = processed;
    const bad = failed + unknown;
    const message = `${processed} records, ${rows} rows${bad > 0 ? `, ${bad} failed` : ''}`;
    progress({ progress: processed, total: Math.max(total, processed), message });
  };
}
