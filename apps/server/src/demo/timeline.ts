import { checkSteps, fillArguments, type Step } from '@guildline/pipeline-core';
import pc from 'picocolors';
import { formatTable } from '../terminal/table.ts';
import type { AnswerStep, PipelineResult } from './pipeline-result.ts';

const signs = { success: pc.green('✓'), error: pc.red('✗'), skipped: pc.dim('-') };

/** A run as a person reads it: a line a step, and below it what its templates became. */
export function formatTimeline(steps: readonly Step[], result: PipelineResult): string {
  const rows = result.steps.map((step) => [
    signs[step.status],
    pc.bold(step.id),
    step.tool,
    describeStatus(step),
    pc.dim(`${step.duration_ms} ms`),
  ]);
  const lines = formatTable(rows).split('\n');
  const shown = result.steps.flatMap((step, index) => [
    lines[index] ?? '',
    ...formatFilled(steps, step, result),
  ]);
  const absent = steps
    .slice(result.steps.length)
    .map((step) => pc.dim(`  ${step.id}  ${step.tool}  absent: never dispatched`));
  const verdict = result.aborted ? pc.red('aborted') : pc.green('done');
  return [...shown, ...absent, `${verdict} in ${result.total_duration_ms} ms`].join('\n');
}

function describeStatus({ status, error }: AnswerStep): string {
  return error ? pc.red(`${error.code}: ${error.message}`) : status;
}
