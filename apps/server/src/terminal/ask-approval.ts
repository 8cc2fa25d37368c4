import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { ApprovalAnswer, ApprovalRequest } from '@guildline/mcp-core';

/** The streams of a terminal with a person at it. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Shows a preview and asks. Only `yes`, written out, approves. */
export async function askApproval(
  { preview, ticket }: ApprovalRequest,
  { input, output }: Terminal,
  stop: AbortSignal,
): Promise<ApprovalAnswer> {
  const lines = createInterface({ input, output });
  try {
    output.write(`${preview}\n`);
    const question = lines.question('Do you approve exactly this? Write yes: ', { signal: stop });
    // A terminal that is closed answers nothing, and the question alone would wait for ever.
    const answer = await Promise.race([question, once(lines, 'close').then(() => '')]);
    return answer.trim().toLowerCase() === 'yes'
      ? { approved: true, ticket }
      : { approved: false, why: 'declined' };
  } catch {
    return { approved: false, why: 'cancelled' };
  } finally {
    lines.close();
  }
}
