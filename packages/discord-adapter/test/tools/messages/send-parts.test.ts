import { ToolError } from '@guildline/mcp-core';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { toMessageParts } from '../../../src/tools/messages/message-bodies.ts';
import { sendParts } from '../../../src/tools/messages/send-parts.ts';
import { errorOf } from '../default-world.ts';

const parts = toMessageParts({ content: 'word '.repeat(900) });
const sent = { message_id: '1', jump_url: 'https://discord.com/channels/@me/7/1' };

/** Sends until the second part, which fails with the given error. */
function failAtSecond(error: unknown) {
  return errorOf(
    sendParts(parts, undefined, async (_, index) => {
      if (index > 0) throw error;
      return { id: String(index + 1), channel_id: '7' } as APIMessage;
    }),
  );
}

test('the parts are sent one after the other and come back in order', async () => {
  let open = 0;
  const messages = await sendParts(parts, undefined, async (part, index) => {
    open += 1;
    await Promise.resolve();
    expect(open).toBe(1);
    open -= 1;
    return { id: String(index), content: part.body.content } as APIMessage;
  });
  expect(messages.map(({ id }) => id)).toEqual(['0', '1', '2']);
  expect(messages.map(({ content }) => content)).toEqual(parts.map(({ body }) => body.content));
});

test('an error of the first part is passed on as it is', async () => {
  const error = new ToolError({ code: 'DISCORD_NOT_FOUND', message: 'Unknown Channel.' });
  const call = sendParts(parts, undefined, async () => {
    throw error;
  });
  expect(await errorOf(call)).toBe(error);
});

test('a part that certainly was not sent leaves the call applied in part', async () => {
  const refused = new ToolError({
    code: 'DISCORD_RATE_LIMITED',
    message: 'Wait.',
    retriable: true,
    retryAfterMs: 900,
    details: { scope: 'user' },
  });
  const error = await failAtSecond(refused);
  expect(error.toJSON()).toEqual({
    code: 'DISCORD_RATE_LIMITED',
    message:
      'Part 2 of 3 was not sent; the parts before it were: 1. Wait. Send only the rest, or delete these messages first: the whole again would repeat them.',
    retriable: false,
    outcome: 'applied',
    retry_after_ms: 900,
    details: { scope: 'user', parts: [sent], parts_total: 3 },
  });
});

test('a part whose answer was lost leaves the call unknown', async () => {
  const lost = new ToolError({ code: 'OUTCOME_UNKNOWN', message: 'Lost.', outcome: 'unknown' });
  const error = await failAtSecond(lost);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', outcome: 'unknown', retriable: false });
  expect(error.message).toContain('may or may not have been sent');
});

test("the client's word about the whole call does not hide what is known of the part", async () => {
  const cause = new ToolError({ code: 'CANCELLED', message: 'Cancelled.' });
  const halfway = new ToolError({
    code: 'CANCELLED',
    message: 'Cancelled. (1 earlier write of this call succeeded.)',
    outcome: 'unknown',
    cause,
  });
  const error = await failAtSecond(halfway);
  expect(error).toMatchObject({ code: 'CANCELLED', outcome: 'applied' });
  expect(error.message).toContain('was not sent; the parts before it were: 1. Cancelled. Send');
});

test('anything else that is thrown is a defect with an unknown outcome', async () => {
  const error = await failAtSecond(new TypeError('undefined is not a function'));
  expect(error).toMatchObject({
    code: 'INTERNAL_ERROR',
    outcome: 'unknown',
    details: { parts: [sent] },
  });
  expect(error.message).not.toContain('undefined');
});
