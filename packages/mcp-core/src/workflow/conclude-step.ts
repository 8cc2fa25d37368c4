import type { CompiledStep, StepFailure, StepRecord } from '@guildline/pipeline-core';
import { redactText } from '../redaction/redact.ts';
import type { RunEnding } from '../runs/run.ts';
import { type KeptStep, toKeptRecord } from './kept-step.ts';
import type { Settled } from './settled.ts';
import type { Waiting, WorkflowFailure, WorkflowNote } from './workflow-note.ts';

/** How often a step is refused with a time to come again, before the workflow fails. */
const maximumRefusals = 10;
/** The longest time, in milliseconds, that a workflow waits because a step was refused. */
const longestRefusal = 24 * 60 * 60 * 1000;

/** What is known when a step of a workflow has ended. */
interface EndedStep {
  readonly step: CompiledStep;
  readonly record: StepRecord;
  /** What became of its call; `undefined` if it did not come to one. */
  readonly settled: Settled | undefined;
  readonly note: WorkflowNote;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What is kept of a step that has ended, and whether the run ends with it. If its cancellation was
 * asked for meanwhile, the engine makes any such end one.
 */
export function concludeStep(ended: EndedStep): KeptStep {
  const { step, settled } = ended;
  const record = toKeptRecord(ended.record);
  const notes = settled?.kind === 'done' ? settled.notes?.map(redactText) : undefined;
  if (record.status !== 'error') return { record, ...(notes ? { notes } : {}) };
  if (settled?.kind === 'waiting') return { ending: toWaiting(settled.waiting) };
  const position = step.index;
  const { error } = record;
  if (settled?.kind === 'review' && !(error.outcome === 'applied' && step.continueOnError)) {
    return { record, ending: toReview(settled.review) };
  }
  const retry = findRetry(ended, error);
  if (retry) return { ending: toWaiting(retry) };
  if (step.continueOnError && error.outcome !== 'unknown') return { record };
  const note: WorkflowNote = { failure: toFailure(step, error) };
  return { record, ending: { status: 'failed', position, note } };
}

function toWaiting(waiting: Waiting): RunEnding {
  const note: WorkflowNote = { waiting };
  const ending: RunEnding = { status: 'waiting', position: waiting.position, note };
  return waiting.for === 'person' ? ending : { ...ending, wakeAt: waiting.until };
}

function toReview(review: Extract<Settled, { kind: 'review' }>['review']): RunEnding {
  const { position, step, tool, known } = review;
  const message = `Step ${position + 1} (${step}, ${tool}) may or may not have been applied. ${known} Look what is there, then call workflow_resume with the verdict {step: "${step}", outcome: "applied" | "not_applied" | "skip"}.`;
  const failure = { code: 'OUTCOME_UNKNOWN', message: redactText(message) };
  const note: WorkflowNote = { failure, review: { ...review, known: redactText(known) } };
  return { status: 'needs_review', position, note };
}

/** A step that was refused with a time to come again is made then: waiting costs a workflow nothing. */
function findRetry({ step, note, now }: EndedStep, error: StepFailure): Waiting | undefined {
  const { retriable, outcome, retry_after_ms: pause } = error;
  if (!retriable || outcome !== 'not_applied' || pause === undefined || pause > longestRefusal) {
    return undefined;
  }
  const { index: position, id } = step;
  const before = note.waiting;
  const isSame = before?.for === 'retry' && before.position === position;
  const refusals = (isSame ? before.refusals : 0) + 1;
  if (refusals > maximumRefusals) return undefined;
  const failure = toFailure(step, error);
  return {
    position,
    step: id,
    for: 'retry',
    until: now + Math.max(pause, 1000),
    refusals,
    failure,
  };
}

function toFailure(
  { index, id, tool }: CompiledStep,
  { code, message }: StepFailure,
): WorkflowFailure {
  return { code, message: `Step ${index + 1} (${id}, ${tool}): ${message}` };
}
