import { composeGuildline, localUser } from '../compose.ts';
import { exitCodes } from '../exit-codes.ts';
import { isInvalid, toRunJson } from '../pipeline-answer.ts';
import { readPipeline } from '../pipeline-file.ts';
import { parseSettings } from '../settings.ts';
import { withSimulator } from '../simulation.ts';
import { createProgressLine } from '../terminal/progress-line.ts';

/** `guildline run`: one pipeline; progress on standard error, the result on standard output. */
export async function run(
  path: string,
  { simulate }: { simulate?: boolean },
  stop: AbortSignal,
): Promise<number> {
  const args = await readPipeline(path);
  const settings = parseSettings(process.env);
  const simulation = simulate ? await withSimulator(settings) : undefined;
  const guildline = composeGuildline(simulation?.settings ?? settings);
  try {
    const progress = createProgressLine(process.stderr);
    const outcome = await guildline.dispatch('mcp_pipeline', args, {
      caller: localUser,
      signal: stop,
      progress: progress.show,
    });
    process.stdout.write(`${JSON.stringify(toRunJson(outcome), null, 2)}\n`);
    if (outcome.kind === 'result' && !outcome.isError) return exitCodes.success;
    return isInvalid(outcome) ? exitCodes.invalid : exitCodes.failed;
  } finally {
    await guildline.close();
    await simulation?.close();
  }
}
