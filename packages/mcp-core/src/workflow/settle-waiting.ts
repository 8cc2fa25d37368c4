import type { Clock, StepCall } from '@guildline/pipeline-core';
import type * as z from 'zod';
import { refuseArguments } from '../middleware/validate.ts';
import { redactText } from '../redaction/redact.ts';
import { notMade, type Settled } from './settled.ts';
import { askInput, askTool, waitInput, waitTool } from './waiting-tools.ts';
import type { WorkflowNote } from './workflow-note.ts';

/**
 * What becomes of a step that waits: its result, if the time has come or the answer is there, or what
 * the run waits for. A time is fixed when the step is reached first.
 */
export function settleWaiting(step: StepCall, note: WorkflowNote, clock: Clock): Settled {
  return step.tool === askTool.name ? settleAsk(step, note, clock) : settleWait(step, note, clock);
}

function settleWait(
  { index, id, args }: StepCall,
  { waiting }: WorkflowNote,
  clock: Clock,
): Settled {
  const isKnown = waiting?.for === 'time' && waiting.position === index;
  let until: number;
  if (isKnown) {
    until = waiting.until;
  } else {
    const parsed = waitInput().safeParse(args);
    if (!parsed.success) return refuse(waitTool, args, parsed.error);
    const { seconds = 0, until: time } = parsed.data;
    until = time === undefined ? clock.now() + seconds * 1000 : Date.parse(time);
  }
  if (clock.now() >= until) {
    return { kind: 'done', result: { waited_until: new Date(until).toISOString() } };
  }
  return wait({ position: index, step: id, for: 'time', until });
}

function settleAsk({ index, id, args }: StepCall, { answer }: WorkflowNote, clock: Clock): Settled {
  if (answer?.position === index) {
    const answered_at = new Date(answer.at).toISOString();
    const result = { answer: answer.answer, answered_by: answer.by, answered_at };
    return { kind: 'done', result };
  }
  const parsed = askInput().safeParse(args);
  if (!parsed.success) return refuse(askTool, args, parsed.error);
  const { question, choices } = parsed.data;
  return wait({
    position: index,
    step: id,
    for: 'person',
    // Templates may have put a secret together that none of their values was.
    question: redactText(question),
    ...(choices ? { choices: choices.map(redactText) } : {}),
    asked_at: clock.now(),
  });
}

function wait(waiting: Extract<Settled, { kind: 'waiting' }>['waiting']): Settled {
  return { kind: 'waiting', waiting, error: notMade('The workflow waits here.') };
}

function refuse(tool: typeof waitTool, args: StepCall['args'], error: z.core.$ZodError): Settled {
  return { kind: 'failed', error: refuseArguments(tool, args, error).toJSON() };
}
