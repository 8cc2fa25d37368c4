import { RecordError } from '@guildline/pipeline-core';
import type { BatchKeeper } from './batch-keeper.ts';
import type { RunFile, RunFileReference, RunFiles } from './run-files.ts';

/**
 * Opens the files of an execution: each begins with what an earlier one had written until its last
 * checkpoint.
 *
 * @throws RecordError if that is not there any more
 */
export async function openRunFiles(
  run: string,
  { name: execution, checkpoint, checkpointBy }: BatchKeeper,
  files: RunFiles,
): Promise<{ readonly artifact: RunFile; readonly failed: RunFile }> {
  const before = (length = 0) =>
    checkpointBy === undefined ? undefined : { execution: checkpointBy, length };
  const artifact = await continueFile(
    files,
    { run, execution, name: 'artifact' },
    before(checkpoint?.artifactLength),
  );
  try {
    const failed = await continueFile(
      files,
      { run, execution, name: 'failed' },
      before(checkpoint?.failedLength),
    );
    return { artifact, failed };
  } catch (error) {
    await artifact.close();
    throw error;
  }
}

async function continueFile(
  files: RunFiles,
  reference: RunFileReference,
  before: { readonly execution: string; readonly length: number } | undefined,
): Promise<RunFile> {
  const kept = before && (await files.read({ ...reference, execution: before.execution }));
  if (before && (kept?.length ?? 0) < before.length) {
    throw new RecordError(
      'RECORD_RUN_BROKEN',
      'What this run had written is not where it was, so it cannot go on. Start it again.',
    );
  }
  const file = await files.open(reference);
  if (before && kept) await file.write(kept.subarray(0, before.length));
  return file;
}
