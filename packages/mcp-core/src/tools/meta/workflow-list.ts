import * as z from 'zod';
import { ToolError } from '../../errors/tool-error.ts';
import type { Run, RunStatus } from '../../runs/run.ts';
import type { RunEngine } from '../../runs/run-engine.ts';
import { defineTool, type ToolDefinition } from '../../tool.ts';
import { isSameTarget } from '../../workflow/own-run.ts';
import { toSummary } from '../../workflow/summary.ts';
import { inputOf, workflowKind } from '../../workflow/workflow-input.ts';
import type { Workflows } from '../../workflow/workflows.ts';
import { boundTarget, workflowSummary } from './workflow-schemas.ts';

const statuses = [
  'queued',
  'running',
  'waiting',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelled',
  'needs_review',
] as const satisfies readonly RunStatus[];

/** How many runs are looked through for one page: those with another target are passed over. */
const mostLookedAt = 2000;
const pageSize = 25;

/** Makes `workflow_list`. */
export function createWorkflowListTool(workflows: Workflows): ToolDefinition {
  return defineTool({
    name: 'workflow_list',
    category: 'meta',
    title: 'List workflows',
    description: `Lists the workflows that you started, newest first, all or those with a target or status.
Returns {workflows: [summary], next_cursor?}; pass next_cursor as cursor for the next page.`,
    input: () =>
      z.strictObject({
        target: boundTarget().optional(),
        status: z.enum(statuses).optional(),
        limit: z.int().min(1).max(100).default(20),
        cursor: z.string().min(1).max(64).optional(),
      }),
    output: () =>
      z.object({ workflows: z.array(workflowSummary()), next_cursor: z.string().optional() }),
    effect: 'read',
    openWorld: false,
    run: async ({ target, status, limit, cursor }, { caller }) => {
      const engine = await workflows.engine();
      await checkCursor(engine, cursor, caller.id);
      const isWanted = (run: Run) => !target || isSameTarget(inputOf(run).target, target);
      const { runs, next } = await findPage(
        (after) =>
          engine.list({ kind: workflowKind, caller: caller.id, status, limit: pageSize, after }),
        { limit, cursor, isWanted },
      );
      return {
        workflows: runs.map(toSummary),
        ...(next === undefined ? {} : { next_cursor: next }),
      };
    },
  });
}

interface PageWish {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly isWanted: (run: Run) => boolean;
}

async function findPage(
  list: (after: string | undefined) => Promise<readonly Run[]>,
  { limit, cursor, isWanted }: PageWish,
): Promise<{ readonly runs: readonly Run[]; readonly next?: string | undefined }> {
  const runs: Run[] = [];
  let after = cursor;
  for (let looked = 0; looked < mostLookedAt; looked += pageSize) {
    const page = await list(after);
    for (const [index, run] of page.entries()) {
      after = run.id;
      if (isWanted(run)) runs.push(run);
      if (runs.length < limit) continue;
      const hasMore = index + 1 < page.length || page.length === pageSize;
      return { runs, next: hasMore ? after : undefined };
    }
    if (page.length < pageSize) return { runs };
  }
  return { runs, next: after };
}

/** A cursor whose run was deleted meanwhile would end the list in silence. */
async function checkCursor(
  engine: RunEngine,
  cursor: string | undefined,
  caller: string,
): Promise<void> {
  if (cursor === undefined || (await engine.find(cursor))?.caller === caller) return;
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: 'cursor: It is not known, or no longer. Begin again without a cursor.',
  });
}
