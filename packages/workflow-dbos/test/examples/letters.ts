import type { Execute } from '@guildline/mcp-core';
import { createDbosEngine, type DbosEngine } from '../../src/index.ts';

/** Every run sends one letter: once, whenever the process is killed. */
export function createLetters(folder: string, send: (to: string) => Promise<string>): DbosEngine {
  const clock = { now: Date.now };
  const execute: Execute = async (execution) => {
    const to = String(execution.run.input);
    const letter = await execution.keep(0, '0 letter', async () => {
      const mayBeSent = await execution.claim(0, clock.now() + 60_000);
      if (mayBeSent && execution.run.note !== 'send it again') return { receipt: undefined };
      return { receipt: await send(to) };
    });
    if (letter.receipt) return { status: 'completed', position: 1, note: letter };
    return { status: 'needs_review', position: 0, note: `Did ${to} get the letter?` };
  };
  return createDbosEngine({
    folder,
    execute,
    clock,
    report: (line) => process.stderr.write(`letters: ${line}\n`),
  });
}
