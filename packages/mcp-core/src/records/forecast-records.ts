import type { CompiledRecordPipeline } from '@guildline/pipeline-core';
import type { PlannedCall } from '../tool.ts';
import type { ExposedOperation } from './exposed-operation.ts';
import type { RecordPipelines } from './record-pipelines.ts';
import { executedSteps, type RecordSpec } from './spec.ts';

/**
 * Calls by rate limit and the time that they take if every record comes to every step, as lines of a
 * preview.
 *
 * @param first arguments of the first write, as far as they are known
 */
export function forecastRecords(
  pipeline: CompiledRecordPipeline,
  { maxRecords }: RecordSpec,
  first: PlannedCall['args'] | undefined,
  { source: { preflight } }: RecordPipelines,
): readonly string[] {
  if (!preflight) return [];
  let isFirstWrite = true;
  const calls = executedSteps(pipeline).flatMap(({ plan, call }): PlannedCall[] => {
    const operation = call.operation as ExposedOperation;
    const size = operation.source.iterates?.size?.most ?? maxRecords;
    const times = operation.iterates ? Math.ceil(maxRecords / size) : maxRecords;
    const rendered = plan.writes && isFirstWrite ? first : undefined;
    if (plan.writes) isFirstWrite = false;
    const one = { tool: operation.tool, args: rendered ?? plan.operationSettings };
    return Array.from({ length: times }, () => one);
  });
  const { buckets, estimated_ms: milliseconds } = preflight.forecast(calls);
  if (buckets.length === 0) return [];
  return [
    ...buckets.map(({ bucket, calls: times }) => `calls: at most ${times} of ${bucket}`),
    `estimated time: up to ${showDuration(milliseconds)}`,
  ];
}

function showDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
