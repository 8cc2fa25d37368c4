import { Console } from 'node:console';
import { watchConfiguration } from '../configuration/watch-configuration.ts';
import { openSession, type SessionFlags } from '../session.ts';
import { serveOnStdio } from '../transports/stdio.ts';

/** `guildline serve`: MCP over stdio until the client goes or a signal comes. */
export async function serve(flags: SessionFlags, stop: AbortSignal): Promise<void> {
  // Only MCP may be written to standard output; whatever a library logs goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  const { guildline, loaded, close } = await openSession(flags);
  const ended = new AbortController();
  watchConfiguration({
    loaded,
    onChange: guildline.reconfigure,
    onProblem: (message) => process.stderr.write(`guildline: ${message}\n`),
    signal: ended.signal,
  });
  try {
    await serveOnStdio(guildline, stop);
  } finally {
    ended.abort();
    await close();
  }
}
