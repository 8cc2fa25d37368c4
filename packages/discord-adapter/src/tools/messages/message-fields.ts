import * as z from 'zod';
import { allowedMentions } from '../../schema/allowed-mentions.ts';
import { components, replaceContent } from '../../schema/components.ts';
import { embeds } from '../../schema/embeds.ts';
import { files } from '../../schema/files.ts';
import { poll } from '../../schema/poll.ts';

/** Characters of content that one call may send, over all its parts. */
const totalContentLimit = 20_000;

const suppressEmbeds = 4;
const suppressNotifications = 4096;

/** The arguments that every tool which sends a message has in common. */
export function messageFields() {
  return {
    content: z
      .string()
      .max(totalContentLimit)
      .describe('Over 2,000 characters it becomes several messages.')
      .optional(),
    embeds: embeds().optional(),
    files: files().optional(),
    poll: poll().optional(),
    components: components().optional(),
    flags: z
      .literal([suppressEmbeds, suppressNotifications, suppressEmbeds + suppressNotifications])
      .describe('4 no link previews, 4096 silent, 4100 both.')
      .optional(),
    allowed_mentions: allowedMentions().optional(),
    tts: z.boolean().optional(),
  };
}

/** The arguments of {@link messageFields} after they were parsed. */
export type MessageFields = z.output<z.ZodObject<ReturnType<typeof messageFields>>> & {
  readonly sticker_ids?: readonly string[] | undefined;
};

/** Adds an issue if nothing is to be sent, or if the components cannot stand beside the rest. */
export function checkMessage(message: MessageFields, context: z.RefinementCtx): void {
  if (!message.content?.trim() && !hasMore(message)) {
    context.addIssue({
      code: 'custom',
      message: 'The message is empty: give content, embeds, files, a poll, stickers or components.',
    });
  }
  if (!replaceContent(message.components)) return;
  for (const name of ['content', 'embeds', 'poll', 'sticker_ids'] as const) {
    if (!message[name] || (Array.isArray(message[name]) && message[name].length === 0)) continue;
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `Components other than action rows replace ${name}: put text into a text display (type 10).`,
    });
  }
}

function hasMore(message: MessageFields): boolean {
  const { embeds, files, poll, components, sticker_ids } = message;
  return (
    poll !== undefined || [embeds, files, components, sticker_ids].some((list) => list?.length)
  );
}
