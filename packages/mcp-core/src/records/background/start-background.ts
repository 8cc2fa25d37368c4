import { randomBytes } from 'node:crypto';
import type { RecordPlan } from '@guildline/pipeline-core';
import { digestOf } from '../../approval/digest.ts';
import type { CallContext } from '../../context.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { redactValue } from '../../redaction/redact.ts';
import type { RecordPipelines } from '../record-pipelines.ts';
import { grantsOf } from '../run-now.ts';
import type { RecordSpec } from '../spec.ts';
import { requireBackground } from './own-record-run.ts';
import { mostWritten } from './record-writer.ts';
import { type RecordsInput, recordsKind } from './records-input.ts';

/**
 * Refuses what cannot run in the background, before anybody is asked to approve it.
 *
 * @throws ToolError
 */
export function checkBackground(
  spec: RecordSpec,
  { writes }: Pick<RecordPlan, 'writes'>,
  pipelines: RecordPipelines,
): void {
  requireBackground(pipelines);
  refuseSecrets(spec);
  if (!writes || spec.maxRecords <= mostWritten) return;
  throw new ToolError({
    code: 'RECORD_SETTINGS_INVALID',
    message: `A background run that writes takes at most ${mostWritten} records. Set maxRecords.`,
  });
}

/** Keeps a run and queues it. Gives its handle. */
export async function startBackground(
  spec: RecordSpec,
  context: CallContext,
  pipelines: RecordPipelines,
): Promise<string> {
  const { engine } = requireBackground(pipelines);
  const input: RecordsInput = {
    spec,
    grants: [...grantsOf(spec, context, pipelines)],
    trace_id: context.trace.traceId,
    bounds: context.bounds ?? null,
  };
  const started = await (await engine()).start({
    id: `run_${randomBytes(16).toString('hex')}`,
    kind: recordsKind,
    caller: context.caller.id,
    key: undefined,
    input,
  });
  return started.run.id;
}

/** A background run is kept, and what is kept holds no secrets. */
function refuseSecrets({ steps }: RecordSpec): void {
  if (digestOf(redactValue(steps)) === digestOf(steps)) return;
  throw new ToolError({
    code: 'RECORD_SETTINGS_INVALID',
    message:
      'The settings hold what looks like a secret, or are nested too deeply to tell. A background run is kept, and keeps no secrets. Leave background out.',
  });
}
