import { setTimeout as sleep } from 'node:timers/promises';
import type { KillableServer } from '../chaos/killable-server.ts';

/** A workflow as calls name it. */
export interface Reference {
  readonly id: string;
  readonly target: Readonly<Record<string, string>>;
}

/** Where a workflow stands. */
export interface Summary {
  readonly id: string;
  readonly status: string;
  readonly current_step: number;
  readonly completed_steps: number;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** Starts a workflow and gives what names it. */
export async function startWorkflow(
  server: KillableServer,
  target: Readonly<Record<string, string>>,
  steps: readonly object[],
  more: object = {},
): Promise<Reference> {
  const { id } = await server.ask('workflow_start', { target, steps, ...more });
  return { id: String(id), target };
}

/** Asks again and again until the workflow's status is the wanted one. */
export async function untilStatus(
  server: KillableServer,
  { id, target }: Reference,
  wanted: string,
): Promise<Summary> {
  const deadline = performance.now() + 90_000;
  for (;;) {
    const summary = await server.ask('workflow_status', { id, target });
    if (summary['status'] === wanted) return summary as unknown as Summary;
    if (performance.now() > deadline) {
      throw new Error(`It is not ${wanted}, but ${JSON.stringify(summary)}.`);
    }
    await sleep(50);
  }
}
