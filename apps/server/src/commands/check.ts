import { localUser } from '../compose.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { readPipeline } from '../pipeline-file.ts';
import { openSession, type SessionFlags } from '../session.ts';
import { colors } from '../terminal/colors.ts';
import { formatTable } from '../terminal/table.ts';
import { toTerminalJson, toTerminalText } from '../terminal/terminal-text.ts';

/** The part of `mcp_pipeline_check`'s answer that is printed. */
interface CheckAnswer {
  readonly ok: boolean;
  readonly issues: readonly {
    readonly id: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly steps: readonly {
    readonly id: string;
    readonly tool: string;
    readonly effect: string;
    readonly missing_permissions: readonly string[] | null;
  }[];
  readonly buckets: readonly { readonly bucket: string; readonly calls: number }[];
  readonly estimated_ms: number;
}

/** The flags of `guildline check`. */
export interface CheckFlags extends SessionFlags {
  readonly json?: boolean | undefined;
}

/** `guildline check`: the checks of a pipeline, without running it. */
export async function check(path: string, flags: CheckFlags, stop: AbortSignal): Promise<number> {
  const args = await readPipeline(path);
  const { guildline, close } = await openSession(flags);
  try {
    const outcome = await guildline.dispatch('mcp_pipeline_check', args, {
      caller: localUser,
      signal: stop,
    });
    if (outcome.kind === 'error') throw new CommandError(outcome.error.message);
    if (outcome.kind !== 'result') throw new CommandError('The check asked for an approval.');
    const answer = outcome.structured as unknown as CheckAnswer;
    process.stdout.write(flags.json ? `${toTerminalJson(answer, 2)}\n` : formatCheck(answer));
    return answer.ok ? exitCodes.success : exitCodes.invalid;
  } finally {
    await close();
  }
}

function formatCheck(answer: CheckAnswer): string {
  const steps = answer.steps.map(({ id, tool, effect, missing_permissions }) => [
    colors.bold(toTerminalText(id)),
    toTerminalText(tool),
    effect,
    describePermissions(missing_permissions),
  ]);
  const issues = answer.issues.map(
    ({ id, code, message }) =>
      `${colors.red('✗')} ${colors.bold(toTerminalText(id))}  ${code}  ${toTerminalText(message)}`,
  );
  const calls = answer.buckets.reduce((sum, bucket) => sum + bucket.calls, 0);
  const verdict = answer.ok
    ? `${colors.green('✓')} ok: ${calls} calls in ${answer.buckets.length} rate-limit buckets, about ${(answer.estimated_ms / 1000).toFixed(1)} s`
    : `${colors.red('✗')} not ready to run`;
  return `${[formatTable(steps), ...issues, verdict].filter(Boolean).join('\n')}\n`;
}

function describePermissions(missing: readonly string[] | null): string {
  if (missing === null) return colors.dim('permissions not known before the run');
  return missing.length === 0
    ? colors.green('permitted')
    : colors.red(`Missing ${missing.join(', ')}`);
}
