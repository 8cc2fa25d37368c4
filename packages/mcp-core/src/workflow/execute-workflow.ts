import { checkSteps, type RunResult, runSteps } from '@guildline/pipeline-core';
import type { Execute } from '../runs/execution.ts';
import type { RunEnding } from '../runs/run.ts';
import type { CallPorts } from './call-ports.ts';
import { RunEnds, StepKeeper } from './step-keeper.ts';
import { inputOf } from './workflow-input.ts';
import type { WorkflowNote } from './workflow-note.ts';

/** Makes the work of a workflow's run: its steps, one after the other, from where the run stands. */
export function createExecute(ports: CallPorts): Execute {
  return async (execution) => {
    // What a tool takes and who may use it is judged when a step is dispatched.
    const { steps, issues } = checkSteps(inputOf(execution.run).steps, () => ({
      tool: { checkArguments: () => [] },
    }));
    const [issue] = issues;
    if (issue) {
      const message = `Step ${issue.step + 1} (${issue.id}): ${issue.message}`;
      const note: WorkflowNote = { failure: { code: 'PIPELINE_INVALID', message } };
      return { status: 'failed', position: execution.run.position, note };
    }
    const keeper = new StepKeeper(steps, execution, ports);
    try {
      const { signal } = execution;
      const { clock } = ports;
      const result = await runSteps(steps, {
        call: keeper.call,
        checkpoints: keeper,
        clock,
        signal,
      });
      return toEnding(result, steps.length);
    } catch (thrown) {
      if (thrown instanceof RunEnds) return thrown.ending;
      throw thrown;
    }
  };
}

/** Steps that fail for good are kept with their ending, so an aborted run was cancelled between two steps. */
function toEnding({ steps, aborted }: RunResult, total: number): RunEnding {
  if (aborted) return { status: 'cancelled', position: steps.length - 1, note: {} };
  const hasErrors = steps.some(({ status }) => status === 'error');
  return { status: hasErrors ? 'completed_with_errors' : 'completed', position: total, note: {} };
}
