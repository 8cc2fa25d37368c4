import { setTimeout as wait } from 'node:timers/promises';
import { watchConfiguration } from '../../configuration/watch-configuration.ts';
import { exitCodes } from '../../exit-codes.ts';
import { openSession, type SessionFlags } from '../../session.ts';

/** Milliseconds between two looks whether this process still has the workflows. */
const lookEvery = 10_000;

/**
 * `guildline workflows work`: goes on with workflows until it is stopped, without any client. For
 * servers that share a database, and for whatever a client has left. Ends with an error once another
 * process has the workflows: whoever started it may start it again.
 */
export async function workOnWorkflows(flags: SessionFlags, stop: AbortSignal): Promise<number> {
  const { guildline, loaded, close } = await openSession(flags);
  const tell = (message: string) => process.stderr.write(`guildline: ${message}\n`);
  const ended = new AbortController();
  watchConfiguration({
    loaded,
    onChange: guildline.reconfigure,
    onProblem: tell,
    signal: ended.signal,
  });
  try {
    await guildline.engine.engine();
    tell('works on workflows until it is stopped.');
    while (!stop.aborted) {
      await wait(lookEvery, undefined, { signal: stop }).catch(() => undefined);
      if (!stop.aborted) await guildline.engine.engine();
    }
    return exitCodes.success;
  } finally {
    ended.abort();
    await close();
  }
}
