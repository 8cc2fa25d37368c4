import { Console } from 'node:console';
import { composeGuildline } from '../compose.ts';
import { parseSettings } from '../settings.ts';
import { withSimulator } from '../simulation.ts';
import { serveOnStdio } from '../transports/stdio.ts';

/** `guildline serve`: MCP over stdio until the client goes or a signal comes. */
export async function serve(
  { simulate }: { simulate?: boolean },
  stop: AbortSignal,
): Promise<void> {
  // Only MCP may be written to standard output; whatever a library logs goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  const settings = parseSettings(process.env);
  const simulation = simulate ? await withSimulator(settings) : undefined;
  const guildline = composeGuildline(simulation?.settings ?? settings);
  try {
    await serveOnStdio(guildline, stop);
  } finally {
    await guildline.close();
    await simulation?.close();
  }
}
