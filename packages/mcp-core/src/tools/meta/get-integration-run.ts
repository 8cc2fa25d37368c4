import * as z from 'zod';
import { runAnswerShape } from '../../records/answer-schema.ts';
import { findOwnRecordRun, requireBackground } from '../../records/background/own-record-run.ts';
import { readRun } from '../../records/background/read-run.ts';
import type { RecordPipelines } from '../../records/record-pipelines.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';

/** How a call names a background run. */
export function handleInput() {
  return z.strictObject({
    runHandle: z
      .string()
      .regex(/^run_[0-9a-f]{32}$/, { error: 'Expected run_ and 32 digits, from pipeline_execute.' })
      .describe('From pipeline_execute with background: true.'),
  });
}

/** Where a background run stands. */
export function runStateOutput() {
  return z.object({
    runHandle: z.string(),
    status: z.string(),
    stop_requested: z.boolean(),
    started_at: z.string(),
    updated_at: z.string(),
    ...runAnswerShape(),
  });
}

/** Makes `get_integration_run`. */
export function createGetIntegrationRunTool(pipelines: RecordPipelines): ToolDefinition {
  return defineTool({
    name: 'get_integration_run',
    category: 'meta',
    title: 'Status of a background pipeline',
    description: `Says where a background run of pipeline_execute stands and, once it has ended, gives its file.
Statuses: queued, running, completed, completed_with_errors, failed, stopped. A large file comes by reference.
Returns {runHandle, status, summary?, CSVFile?, failed_records?, error?}.`,
    input: handleInput,
    output: runStateOutput,
    effect: 'read',
    openWorld: false,
    run: async ({ runHandle }, { caller }) => {
      const { engine } = requireBackground(pipelines);
      const run = await findOwnRecordRun(await engine(), runHandle, caller);
      return await readRun(run, pipelines);
    },
  });
}
