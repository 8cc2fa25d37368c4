import type { Caller } from '../../context.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Run } from '../../runs/run.ts';
import type { RunEngine } from '../../runs/run-engine.ts';
import type { RecordPipelines } from '../record-pipelines.ts';
import { recordsKind } from './records-input.ts';
import type { RunFiles } from './run-files.ts';

/** The engine and the files of background runs. */
export function requireBackground({ source: { engine, files } }: RecordPipelines): {
  readonly engine: () => Promise<RunEngine>;
  readonly files: RunFiles;
} {
  if (engine && files) return { engine, files };
  throw new ToolError({
    code: 'WORKFLOW_UNAVAILABLE',
    message: 'This server runs no pipelines in the background. Leave background out.',
  });
}

/**
 * The background run of a handle. A wrong handle and somebody else's are answered alike.
 *
 * @throws ToolError `RECORD_RUN_NOT_FOUND`
 */
export async function findOwnRecordRun(
  engine: RunEngine,
  handle: string,
  caller: Caller,
): Promise<Run> {
  const run = await engine.find(handle);
  if (run?.kind === recordsKind && run.caller === caller.id) return run;
  throw new ToolError({
    code: 'RECORD_RUN_NOT_FOUND',
    message:
      'You have no background run with this handle, or not any more. pipeline_execute with background: true starts one and answers its handle.',
  });
}
