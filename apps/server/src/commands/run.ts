import type { CallRequest, Outcome } from '@guildline/mcp-core';
import { type Guildline, localUser } from '../compose.ts';
import { exitCodes } from '../exit-codes.ts';
import { isInvalid, isUnapproved, toRunJson } from '../pipeline-answer.ts';
import { readPipeline } from '../pipeline-file.ts';
import { openSession, type SessionFlags } from '../session.ts';
import { askApproval } from '../terminal/ask-approval.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import { toTerminalJson } from '../terminal/terminal-text.ts';

/** The flags of `guildline run`. */
export interface RunFlags extends SessionFlags {
  /** The token of an approval that an earlier run of the same pipeline asked for. */
  readonly approve?: string | undefined;
}

const howToApprove =
  'Nothing was done. To approve exactly this, run it again with --approve and the confirm_token of the answer, or on a terminal.\n';

/** `guildline run`: one pipeline; progress on standard error, the result on standard output. */
export async function run(path: string, flags: RunFlags, stop: AbortSignal): Promise<number> {
  const args = withApproval(await readPipeline(path), flags.approve);
  const { guildline, close } = await openSession(flags);
  try {
    const outcome = await runAndAsk(guildline, args, stop);
    process.stdout.write(`${toTerminalJson(toRunJson(outcome), 2)}\n`);
    if (hasToken(outcome)) process.stderr.write(howToApprove);
    return toExitCode(outcome);
  } finally {
    await close();
  }
}

/** Runs the pipeline; asks on the terminal if it needs an approval and somebody is there to ask. */
async function runAndAsk(
  { dispatch }: Guildline,
  args: unknown,
  stop: AbortSignal,
): Promise<Outcome> {
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const request: CallRequest = {
    caller: localUser,
    signal: stop,
    progress: createProgressLine(process.stderr).show,
    canAsk: isTerminal,
  };
  const outcome = await dispatch('mcp_pipeline', args, request);
  if (outcome.kind !== 'needs-approval') return outcome;
  const terminal = { input: process.stdin, output: process.stderr };
  const answer = await askApproval(outcome.request, terminal, stop);
  return await dispatch('mcp_pipeline', args, { ...request, answer });
}

function hasToken(outcome: Outcome): boolean {
  if (outcome.kind !== 'error') return false;
  const { details } = outcome.error;
  return typeof details === 'object' && details !== null && 'confirm_token' in details;
}

function withApproval(args: unknown, token: string | undefined): unknown {
  if (token === undefined || typeof args !== 'object' || args === null) return args;
  return { ...args, __confirm: token };
}

function toExitCode(outcome: Outcome): number {
  if (outcome.kind === 'result' && !outcome.isError) return exitCodes.success;
  if (isUnapproved(outcome)) return exitCodes.approvalMissing;
  return isInvalid(outcome) ? exitCodes.invalid : exitCodes.failed;
}
