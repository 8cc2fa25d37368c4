import { findOwnRecordRun, requireBackground } from '../../records/background/own-record-run.ts';
import { describeRun } from '../../records/background/read-run.ts';
import type { RecordPipelines } from '../../records/record-pipelines.ts';
import { defineTool, Reply, type ToolDefinition } from '../../tool.ts';
import { handleInput, runStateOutput } from './get-integration-run.ts';

/** Makes `stop_integration_run`. */
export function createStopIntegrationRunTool(pipelines: RecordPipelines): ToolDefinition {
  return defineTool({
    name: 'stop_integration_run',
    category: 'meta',
    title: 'Stop a background pipeline',
    description: `Stops a background run of pipeline_execute after the record in flight. What was written stays and is not undone; get_integration_run then says how far it came.
Returns {runHandle, status, stop_requested, summary?}.`,
    input: handleInput,
    output: runStateOutput,
    effect: 'idempotent',
    // It makes no calls and no step may be one: stopping is allowed to whoever may only read.
    calls: () => [],
    run: async ({ runHandle }, { caller }) => {
      const engine = await requireBackground(pipelines).engine();
      const run = await findOwnRecordRun(engine, runHandle, caller);
      return new Reply(describeRun((await engine.cancel(run.id)) ?? run));
    },
  });
}
