import { compileArguments, fillTemplate, type Path, type Step } from '@guildline/pipeline-core';
import { colors } from '../terminal/colors.ts';
import { formatTable } from '../terminal/table.ts';
import type { AnswerStep, PipelineResult } from './pipeline-result.ts';

const signs = { success: colors.green('✓'), error: colors.red('✗'), skipped: colors.dim('-') };

/** A run as a person reads it: a line a step, and below it what its templates became. */
export function formatTimeline(steps: readonly Step[], result: PipelineResult): string {
  const reached = result.steps.map(toRow);
  const absent = steps
    .slice(result.steps.length)
    .map(({ id = '', tool }) => [
      ' ',
      colors.dim(id),
      colors.dim(tool),
      colors.dim('absent: never dispatched'),
    ]);
  const lines = formatTable([...reached, ...absent]).split('\n');
  const shown = lines.flatMap((line, index) => {
    const step = index < result.steps.length ? steps[index] : undefined;
    return step ? [line, ...filledValues(step, result)] : [line];
  });
  const verdict = result.aborted ? colors.red('aborted') : colors.green('done');
  return [...shown, `${verdict} in ${result.total_duration_ms} ms`].join('\n');
}

function toRow({ id, tool, status, error, duration_ms }: AnswerStep): string[] {
  const outcome = error ? colors.red(`${error.code}: ${error.message}`) : status;
  return [signs[status], colors.bold(id), tool, outcome, colors.dim(`${duration_ms} ms`)];
}

/** Each argument that held a template, with the value that was sent. */
function filledValues(step: Step, { variables }: PipelineResult): string[] {
  const { templates } = compileArguments(step.args);
  return templates.map(
    ({ path, template }) =>
      `     ${colors.cyan(formatPath(path))} = ${String(fillTemplate(template, variables))}`,
  );
}

function formatPath(path: Path): string {
  return path.join('.');
}
