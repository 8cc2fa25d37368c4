import type { ShownRun } from './read-run.ts';

/**
 * Milliseconds that the rest of a running workflow may take, if its steps take as long as those until
 * now; `undefined` if nothing is known yet, or if it waits for something that nobody can foresee.
 */
export function estimateRest({ summary, plan, steps }: ShownRun): number | undefined {
  if (summary.status !== 'running' && summary.status !== 'queued') return undefined;
  const rest = plan.steps.slice(summary.completed_steps);
  if (rest.some(({ tool }) => isWaiting(tool))) return undefined;
  const made = steps.filter(
    ({ status, tool }) => (status === 'success' || status === 'error') && !isWaiting(tool),
  );
  if (made.length === 0) return undefined;
  const whole = made.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  return (whole / made.length) * rest.length;
}

function isWaiting(tool: string): boolean {
  return tool === 'workflow_wait' || tool === 'workflow_ask';
}
