import * as z from 'zod';
import { allowedMentions, toAllowedMentions } from '../../schema/allowed-mentions.ts';
import { components, replaceContent } from '../../schema/components.ts';
import { embeds } from '../../schema/embeds.ts';
import { files, toAttachments, toFiles } from '../../schema/files.ts';
import { snowflake } from '../../schema/snowflake.ts';

/** Discord's flag of a message whose components replace its content. */
const componentsFlag = 1 << 15;

/** The message that opens a forum or media post, as an argument. */
export function firstMessage() {
  return z
    .strictObject({
      content: z.string().min(1).max(2000).optional(),
      embeds: embeds().optional(),
      files: files().optional(),
      components: components().optional(),
      sticker_ids: z.array(snowflake('sticker')).max(3).optional(),
      allowed_mentions: allowedMentions().optional(),
    })
    .superRefine((message, context) => {
      const { allowed_mentions: _, ...parts } = message;
      if (!Object.values(parts).some((part) => part !== undefined && part.length > 0)) {
        context.addIssue({
          code: 'custom',
          message: 'An empty message: give content, embeds, files, components or stickers.',
        });
      }
      if (replaceContent(message.components) && (message.content || message.embeds?.length)) {
        context.addIssue({
          code: 'custom',
          path: ['components'],
          message: 'These components replace content and embeds: leave those out.',
        });
      }
    });
}

/** The accepted message as Discord takes it, and the files that go beside the body. */
export function toFirstMessage(message: z.output<ReturnType<typeof firstMessage>>) {
  const { files: uploads = [], allowed_mentions, ...parts } = message;
  return {
    message: {
      ...parts,
      allowed_mentions: toAllowedMentions(allowed_mentions),
      ...(replaceContent(parts.components) && { flags: componentsFlag }),
      ...(uploads.length > 0 && { attachments: toAttachments(uploads) }),
    },
    ...(uploads.length > 0 && { files: toFiles(uploads) }),
  };
}
