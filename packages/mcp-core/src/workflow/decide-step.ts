import type { CallContext } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import { redactValue } from '../redaction/redact.ts';
import type { Run } from '../runs/run.ts';
import { formatPath } from '../schema/argument-issues.ts';
import { maximumKeptBytes } from './kept-step.ts';
import { waitingTools } from './waiting-tools.ts';
import { inputOf, stepIdOf } from './workflow-input.ts';
import { type Decision, noteOf } from './workflow-note.ts';

/** What a person decides about the step where a workflow stands. */
export interface Verdict {
  readonly step: string;
  readonly outcome: Decision['outcome'];
  readonly result?: unknown;
}

/**
 * A verdict as the run keeps it.
 *
 * @throws ToolError `WORKFLOW_NOT_WAITING` if the workflow does not stand at that step,
 * `VALIDATION_ERROR` if the result is not one of the step's tool
 */
export function decideStep(run: Run, verdict: Verdict, context: CallContext): Decision {
  const { position, status } = run;
  const step = inputOf(run).steps[position];
  const isOpen = status === 'needs_review' || status === 'failed';
  if (!step || !isOpen || stepIdOf(step, position) !== verdict.step) {
    throw new ToolError({
      code: 'WORKFLOW_NOT_WAITING',
      message: `The workflow is ${status}, and no verdict on that step is waited for. workflow_status says where it stands.`,
    });
  }
  const { outcome, result } = verdict;
  if (outcome === 'applied' && waitingTools.has(step.tool)) throw refuseForWaiting(step.tool);
  if (result !== undefined) checkResult(step.tool, verdict, context);
  if (outcome === 'not_applied') refuseEarly(run, context);
  const { caller, clock } = context;
  const kept = outcome === 'applied' && result !== undefined ? redactValue(result) : null;
  return { position, outcome, result: kept, by: caller.id, at: clock.now() };
}

/** What has not been applied yet may still be: to make the call again then could double it. */
function refuseEarly(run: Run, { clock }: CallContext): void {
  const { open_until: until = 0 } = noteOf(run).review ?? {};
  const left = until - clock.now();
  if (left <= 0) return;
  throw new ToolError({
    code: 'WORKFLOW_NOT_WAITING',
    message: `The request may still arrive until ${new Date(until).toISOString()}, so nobody can know yet that it was not applied. Look again then.`,
    retriable: true,
    retryAfterMs: left,
  });
}

/** An answer is given in one way, in which it is certain who gave it. */
function refuseForWaiting(name: string): ToolError {
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `verdict.outcome: ${name} only waits, and applies nothing. Say not_applied to reach it again, or skip to go on without it.`,
    details: {
      issues: [{ path: ['verdict', 'outcome'], message: 'A step that waits is not applied.' }],
    },
  });
}

function checkResult(name: string, { outcome, result }: Verdict, { tools }: CallContext): void {
  if (outcome !== 'applied') {
    throw refuse('Only a step that was applied has a result. Leave it out.');
  }
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes > maximumKeptBytes) {
    throw refuse(
      `It has ${bytes} bytes, and at most ${maximumKeptBytes} are kept. Leave out what no later step refers to.`,
    );
  }
  const parsed = tools.find(name)?.output().safeParse(result);
  if (!parsed || parsed.success) return;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${formatPath(['result', ...path])}: ${message}`,
  );
  throw refuse(
    `It is not a result of ${name}: ${problems.slice(0, 5).join('; ')}. Leave it out if you do not know it: later steps that refer to it then fail.`,
  );
}

function refuse(reason: string): ToolError {
  return new ToolError({
    code: 'VALIDATION_ERROR',
    message: `verdict.result: ${reason}`,
    details: { issues: [{ path: ['verdict', 'result'], message: reason }] },
  });
}
