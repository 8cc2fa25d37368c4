import type { Run } from '../runs/run.ts';
import type { WorkflowTarget } from '../runs/target.ts';
import { Reply } from '../tool.ts';
import { inputOf } from './workflow-input.ts';
import { noteOf, type Waiting, type WorkflowFailure } from './workflow-note.ts';

/** Where a workflow stands, as its tools answer. Source: the `workflow_start` output schema. */
interface WorkflowSummary {
  id: string;
  status: string;
  target: WorkflowTarget;
  /** The step that runs or is next, from 1; the last one once all have ended. */
  current_step: number;
  total_steps: number;
  /** Steps that have ended, skipped ones too. */
  completed_steps: number;
  cancel_requested: boolean;
  updated_at: string;
  /** Of a workflow that failed or is in review. */
  failure?: WorkflowFailure;
}

/** Says where a workflow stands. */
export function toSummary(run: Run): WorkflowSummary {
  const { target, steps } = inputOf(run);
  const { failure } = noteOf(run);
  const isStopped = run.status === 'failed' || run.status === 'needs_review';
  const completed = Math.min(run.position, steps.length);
  return {
    id: run.id,
    status: run.status,
    target,
    current_step: Math.min(completed + 1, steps.length),
    total_steps: steps.length,
    completed_steps: completed,
    cancel_requested: run.cancelRequested,
    updated_at: new Date(run.updatedAt).toISOString(),
    ...(isStopped && failure ? { failure: { ...failure } } : {}),
  };
}

/** The answer of a tool that moves one workflow: its summary, what it waits for, and what can be done. */
export function toSummaryReply(run: Run): Reply<WorkflowSummary> {
  const waiting = waitingOf(run);
  if (!waiting) return new Reply(toSummary(run), { notes: sayWayOn(run) });
  return new Reply(toSummary(run), {
    meta: { 'guildline/waiting': toWaitingFacts(waiting) },
    notes: [sayWaiting(waiting)],
  });
}

/** What a workflow waits for; `undefined` if it does not wait. */
export function waitingOf(run: Run): Waiting | undefined {
  return run.status === 'waiting' ? noteOf(run).waiting : undefined;
}

/** What a workflow waits for, as answers tell it. */
export function toWaitingFacts(waiting: Waiting) {
  const { step } = waiting;
  if (waiting.for === 'person') {
    const { question, choices, asked_at } = waiting;
    const asked = new Date(asked_at).toISOString();
    return { step, question, ...(choices ? { choices: [...choices] } : {}), asked_at: asked };
  }
  const until = new Date(waiting.until).toISOString();
  return { step, until, ...(waiting.for === 'retry' ? { because: waiting.failure.code } : {}) };
}

function sayWaiting(waiting: Waiting): string {
  const place = `Step ${waiting.position + 1} (${waiting.step})`;
  if (waiting.for === 'person') {
    return `${place} waits for a person's answer. workflow_result has the question; workflow_answer takes the answer.`;
  }
  return `${place} waits until ${new Date(waiting.until).toISOString()} and goes on by itself.`;
}

/** How somebody can let a workflow go on that does not by itself. */
function sayWayOn(run: Run): string[] {
  switch (run.status) {
    case 'failed':
      return [
        'The failed step had no effect, and the steps before it are not repeated. Once the cause is mended, workflow_resume goes on with it.',
      ];
    case 'needs_review':
      return [
        'It is not known whether the step was applied. workflow_result says what is known; a person looks, and workflow_resume takes what they decide.',
      ];
    case 'cancelled':
      return ['What has run is not undone. workflow_resume goes on where it stopped.'];
    default:
      return [];
  }
}
