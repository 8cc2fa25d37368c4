import type { APIMessage } from 'discord-api-types/v10';
import * as z from 'zod';
import { toTimestamp } from '../../schema/timestamp.ts';

/** What a send gives back: its first message, and all of them if the content was split. */
export function receiptOutput() {
  return z.object({
    message_id: z.string(),
    channel_id: z.string(),
    jump_url: z.string(),
    timestamp: z.string(),
    parts: z.array(z.object({ message_id: z.string(), jump_url: z.string() })).optional(),
  });
}

type Receipt = z.input<ReturnType<typeof receiptOutput>>;

/** @param guildId `undefined` for a direct message. */
export function toReceipt(
  messages: readonly [APIMessage, ...APIMessage[]],
  guildId: string | undefined,
): Receipt {
  const [first] = messages;
  return {
    message_id: first.id,
    channel_id: first.channel_id,
    jump_url: toJumpUrl(first, guildId),
    timestamp: toTimestamp(first.timestamp),
    ...(messages.length > 1 && { parts: toParts(messages, guildId) }),
  };
}

/** One entry per message, as in a receipt's `parts`. */
export function toParts(
  messages: readonly Pick<APIMessage, 'id' | 'channel_id'>[],
  guildId: string | undefined,
): { message_id: string; jump_url: string }[] {
  return messages.map((message) => ({
    message_id: message.id,
    jump_url: toJumpUrl(message, guildId),
  }));
}

function toJumpUrl(
  { id, channel_id }: Pick<APIMessage, 'id' | 'channel_id'>,
  guildId: string | undefined,
): string {
  return `https://discord.com/channels/${guildId ?? '@me'}/${channel_id}/${id}`;
}
