import { compileArguments, fillTemplate, type Path, type Step } from '@guildline/pipeline-core';
import pc from 'picocolors';
import { formatTable } from '../terminal/table.ts';
import type { AnswerStep, PipelineResult } from './pipeline-result.ts';

const signs = { success: pc.green('✓'), error: pc.red('✗'), skipped: pc.dim('-') };

/** A run as a person reads it: a line a step, and below it what its templates became. */
export function formatTimeline(steps: readonly Step[], result: PipelineResult): string {
  const reached = result.steps.map(toRow);
  const absent = steps
    .slice(result.steps.length)
    .map(({ id = '', tool }) => [
      ' ',
      pc.dim(id),
      pc.dim(tool),
      pc.dim('absent: never dispatched'),
    ]);
  const lines = formatTable([...reached, ...absent]).split('\n');
  const shown = lines.flatMap((line, index) => {
    const step = index < result.steps.length ? steps[index] : undefined;
    return step ? [line, ...filledValues(step, result)] : [line];
  });
  const verdict = result.aborted ? pc.red('aborted') : pc.green('done');
  return [...shown, `${verdict} in ${result.total_duration_ms} ms`].join('\n');
}

function toRow({ id, tool, status, error, duration_ms }: AnswerStep): string[] {
  const outcome = error ? pc.red(`${error.code}: ${error.message}`) : status;
  return [signs[status], pc.bold(id), tool, outcome, pc.dim(`${duration_ms} ms`)];
}

/** Each argument that held a template, with the value that was sent. */
function filledValues(step: Step, { variables }: PipelineResult): string[] {
  const { templates } = compileArguments(step.args);
  return templates.map(
    ({ path, template }) =>
      `     ${pc.cyan(formatPath(path))} = ${String(fillTemplate(template, variables))}`,
  );
}

function formatPath(path: Path): string {
  return path.join('.');
}
