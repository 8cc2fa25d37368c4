import { type CallOutcome, ToolError } from '@guildline/mcp-core';
import type { APIMessage } from 'discord-api-types/v10';
import type { MessagePart } from './message-bodies.ts';
import { toParts } from './receipt.ts';

/**
 * Sends the messages of one call one after the other. If one fails after others were sent, the error
 * says which stand, keeps its code, and is never retriable: a new call would send the first ones
 * again.
 *
 * @param guildId Of the channel; `undefined` for a direct message.
 */
export async function sendParts(
  parts: readonly MessagePart[],
  guildId: string | undefined,
  post: (part: MessagePart, index: number) => Promise<APIMessage>,
): Promise<[APIMessage, ...APIMessage[]]> {
  const sent: APIMessage[] = [];
  for (const [index, part] of parts.entries()) {
    try {
      sent.push(await post(part, index));
    } catch (error) {
      throw sent.length === 0 ? error : toPartialFailure(error, sent, parts.length, guildId);
    }
  }
  const [first, ...others] = sent;
  if (!first) throw new TypeError('A message has at least one part.');
  return [first, ...others];
}

function toPartialFailure(
  error: unknown,
  sent: readonly APIMessage[],
  count: number,
  guildId: string | undefined,
): ToolError {
  const known = toOwnError(error);
  const outcome: CallOutcome = (known?.outcome ?? 'unknown') === 'unknown' ? 'unknown' : 'applied';
  const failed = sent.length + 1;
  const fate = outcome === 'unknown' ? 'may or may not have been sent' : 'was not sent';
  return new ToolError({
    code: known?.code ?? 'INTERNAL_ERROR',
    message: `Part ${failed} of ${count} ${fate}; the parts before it were: ${sent.map(({ id }) => id).join(', ')}. ${known?.message ?? 'The server failed.'} Send only the rest, or delete these messages first: the whole again would repeat them.`,
    outcome,
    retryAfterMs: known?.retryAfterMs,
    details: {
      ...(typeof known?.details === 'object' ? known.details : {}),
      parts: toParts(sent, guildId),
      parts_total: count,
    },
    cause: error,
  });
}

/**
 * What became of the failed part alone. The client calls the outcome of a call that stopped halfway
 * unknown; what it knows of the last request is that error's cause.
 */
function toOwnError(error: unknown): ToolError | undefined {
  if (!(error instanceof ToolError)) return undefined;
  const { cause } = error;
  const halfway = error.outcome === 'unknown' && cause instanceof ToolError;
  return halfway && cause.outcome === 'not_applied' ? cause : error;
}
