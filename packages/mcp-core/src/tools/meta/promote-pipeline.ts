import type { Checkpoints, RunResult, Step, StepRecord } from '@guildline/pipeline-core';
import type { CallContext } from '../../context.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Run } from '../../runs/run.ts';
import { findSecrets } from '../../workflow/find-secrets.ts';
import { startRun } from '../../workflow/start-run.ts';
import type { Workflows } from '../../workflow/workflows.ts';

/** When a pipeline that is still running becomes a workflow. */
export interface Promotion {
  readonly workflows: Workflows;
  /** Milliseconds from the start of the pipeline; its deadline counts if that is earlier. */
  readonly after: number;
}

/** Runs a pipeline until a time, with the steps that have ended before. */
export type RunUntil = (
  deadline: number | undefined,
  checkpoints?: Checkpoints,
) => Promise<RunResult>;

/**
 * Runs a pipeline; one that takes longer goes on as a workflow, in which the steps that have ended are
 * kept and do not run again. If it cannot be kept, it goes on here, and `tell` is told why. If nobody
 * knows whether it was kept, it ends: going on could do everything twice.
 */
export async function runOrPromote(
  { workflows, after }: Promotion,
  steps: readonly Step[],
  context: CallContext,
  { run, tell }: { readonly run: RunUntil; readonly tell: (note: string) => void },
): Promise<RunResult> {
  const { deadline, clock } = context;
  const result = await run(Math.min(clock.now() + after, deadline ?? Number.POSITIVE_INFINITY));
  const next = result.steps.at(-1);
  if (!isOutOfTime(next)) return result;
  const done = result.steps.slice(0, -1);
  try {
    const [secret] = findSecrets(steps);
    if (secret) throw new ToolError({ code: 'PIPELINE_INVALID', message: secret.message });
    const target = { profile_id: workflows.profileId };
    const started = await startRun(workflows, { target, steps, done }, context);
    return { ...result, steps: [...done, toPromoted(next, started, target)] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof ToolError && error.outcome === 'not_applied';
    if (!isRefused) return { ...result, steps: [...done, toUnknown(next, reason)] };
    tell(`The pipeline could not go on as a workflow: ${reason}`);
    return await run(deadline, createKnown(done));
  }
}

type Failed = Extract<StepRecord, { status: 'error' }>;

/** True for the record of a step that was not begun because the time had come. */
export function isOutOfTime(record: StepRecord | undefined): record is Failed {
  return record?.status === 'error' && record.error.code === 'PIPELINE_TIMEOUT';
}

function toPromoted(step: Failed, { id }: Run, target: { readonly profile_id: string }): Failed {
  return {
    ...step,
    error: {
      code: 'PIPELINE_PROMOTED',
      message: `The pipeline takes long and goes on as workflow ${id}, from this step on. Do not send this step or later ones again. workflow_status and workflow_result take this id with the target ${JSON.stringify(target)}.`,
      retriable: false,
      outcome: 'not_applied',
      details: { id, target },
    },
  };
}

function toUnknown(step: Failed, reason: string): Failed {
  return {
    ...step,
    error: {
      code: 'OUTCOME_UNKNOWN',
      message: `The pipeline takes long and was handed over to a workflow, and nobody knows whether that was kept: ${reason} It does not go on here. workflow_list shows whether a workflow goes on from this step; send this step and later ones again only if none does.`,
      retriable: false,
      outcome: 'unknown',
    },
  };
}

/** The records of steps that have ended; what else runs is not kept. */
function createKnown(records: readonly StepRecord[]): Checkpoints {
  return {
    isKept: (index) => index < records.length,
    keep: async (index, run) => records[index] ?? (await run()),
  };
}
