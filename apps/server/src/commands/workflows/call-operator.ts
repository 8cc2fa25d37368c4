import type { OperatorOutcome, OperatorRequest } from '../../control/operator.ts';
import { CommandError, exitCodes } from '../../exit-codes.ts';
import { askApproval, type Terminal } from '../../terminal/ask-approval.ts';
import type { Operator } from './open-operator.ts';

/** What a call that a person has to approve needs. */
export interface Approving {
  /** True if the command line has said yes already. */
  readonly yes: boolean;
  /** Absent if nobody is there to be asked. */
  readonly terminal: Terminal | undefined;
  readonly stop: AbortSignal;
}

/** A call's result, as the commands use it. */
export type Result = Extract<OperatorOutcome, { readonly kind: 'result' }>;

/**
 * Makes a call that needs no approval.
 *
 * @throws CommandError with the reason, if it fails
 */
export async function callOperator(operator: Operator, request: OperatorRequest): Promise<Result> {
  return toResult(await operator.call(request));
}

/**
 * Makes a call that may need an approval: the person at the terminal is shown what would happen, and
 * asked. Meanwhile a server may have the workflows.
 *
 * @throws CommandError with the reason, if it fails or is not approved
 */
export async function callApproved(
  operator: Operator,
  request: OperatorRequest,
  { yes, terminal, stop }: Approving,
): Promise<Result> {
  const outcome = await operator.call(request);
  if (outcome.kind !== 'needs-approval') return toResult(outcome);
  const { preview, ticket } = outcome.request;
  if (yes) {
    const answer = { approved: true, ticket } as const;
    return toResult(await operator.call({ ...request, answer }));
  }
  await operator.pause();
  if (!terminal) {
    throw new CommandError(
      `${preview}\nNothing was done. Add --yes to approve exactly this, or call on a terminal.`,
      exitCodes.approvalMissing,
    );
  }
  const answer = await askApproval(outcome.request, terminal, stop);
  if (!answer.approved) throw new CommandError('Nothing was done.', exitCodes.approvalMissing);
  return toResult(await operator.call({ ...request, answer }));
}

function toResult(outcome: OperatorOutcome): Result {
  if (outcome.kind === 'result') return outcome;
  if (outcome.kind === 'needs-approval') {
    throw new CommandError('It needs an approval, which was not expected.', exitCodes.failed);
  }
  const { code, message } = outcome.error;
  throw new CommandError(message, exitCodeOf(code), { cause: outcome.error });
}

/** The code of the error behind a {@link CommandError}. */
export function codeOf(error: unknown): unknown {
  const cause = error instanceof CommandError ? error.cause : undefined;
  return (cause as { code?: unknown } | undefined)?.code;
}

const wrongCommand = new Set([
  'VALIDATION_ERROR',
  'WORKFLOW_NOT_FOUND',
  'WORKFLOW_NOT_WAITING',
  'WORKFLOW_VERDICT_REQUIRED',
  'WORKFLOW_RUNNING',
]);

function exitCodeOf(code: string): number {
  if (code === 'CONFIRMATION_REQUIRED' || code === 'CONFIRMATION_INVALID') {
    return exitCodes.approvalMissing;
  }
  return wrongCommand.has(code) ? exitCodes.invalid : exitCodes.failed;
}
