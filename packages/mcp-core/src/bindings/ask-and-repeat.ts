import type { ApprovalAnswer, ApprovalRequest } from '../outcome.ts';
import type { WireResult } from '../results/present.ts';
import { parseApprovalAnswer, toApprovalForm } from './approval-form.ts';
import type { IncomingCall, McpService } from './service.ts';

/** Milliseconds between two signs of life while a person thinks. */
const heartbeatInterval = 5000;

/** Puts a form to the person and resolves with the client's answer; rejects if it cannot. */
export type AskForm = (
  form: ReturnType<typeof toApprovalForm>,
  limits: { readonly timeout: number; readonly signal: AbortSignal },
) => Promise<unknown>;

/**
 * A call in the 2025 protocol era, where the question is put while the call stays open: the answer
 * in hand, the call is dispatched again from the top.
 */
export async function askAndRepeat(
  service: McpService,
  incoming: IncomingCall,
  askForm: AskForm,
): Promise<WireResult | undefined> {
  const first = await service.call(incoming);
  if (!first || 'result' in first) return first?.result;
  const answer = await waitForAnswer(askForm, first.ask, incoming, service.answerTime);
  const second = await service.call({ ...incoming, answer });
  if (!second || 'result' in second) return second?.result;
  throw new Error('A call that was answered asked again.');
}

async function waitForAnswer(
  askForm: AskForm,
  { preview, ticket }: ApprovalRequest,
  { signal, progress }: IncomingCall,
  timeout: number,
): Promise<ApprovalAnswer> {
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
    // Progress has to grow, also from here to the work itself, which begins at 1.
    progress?.({ progress: beats / (beats + 1), message: 'Waiting for a person to approve.' });
  }, heartbeatInterval);
  try {
    const answer = await askForm(toApprovalForm(preview), { timeout, signal });
    return parseApprovalAnswer(answer, ticket);
  } catch (error) {
    return { approved: false, why: isTimeout(error) ? 'timed-out' : 'failed' };
  } finally {
    clearInterval(timer);
  }
}

function isTimeout(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === -32001 || code === 'REQUEST_TIMEOUT';
}
