import { type APIMessage, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { allowedMentions, toAllowedMentions } from '../../schema/allowed-mentions.ts';
import { components, replaceContent } from '../../schema/components.ts';
import { embeds } from '../../schema/embeds.ts';
import { reachOfMessage } from '../../schema/mass-mention.ts';
import { requireChange } from '../../schema/require-change.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { toTimestamp } from '../../schema/timestamp.ts';
import { contentLimit } from './split-content.ts';

const suppressEmbeds = 4;
const componentsV2 = 1 << 15;

export const messagesEdit = defineDiscordTool({
  name: 'messages_edit',
  category: 'messages',
  title: 'Edit a message',
  description:
    "Changes parts of one of the bot's own messages and leaves the rest; what is given replaces the old value, null or an empty list removes it. Content is not split here. Of other people's messages only flags can be changed (MANAGE_MESSAGES). Files cannot be added; polls cannot be changed.",
  input: () =>
    requireChange(
      z.strictObject({
        channel_id: snowflake('channel'),
        message_id: snowflake('message'),
        content: z.string().max(contentLimit).nullable().optional(),
        embeds: embeds().optional(),
        components: components().optional(),
        attachments: z
          .array(z.strictObject({ id: snowflake('attachment') }))
          .max(10)
          .describe('The attachments to keep; the others are removed.')
          .optional(),
        flags: z.literal([0, suppressEmbeds]).describe('4 hides link previews.').optional(),
        allowed_mentions: allowedMentions().optional(),
      }),
      ['channel_id', 'message_id', 'allowed_mentions'],
    ),
  output: () =>
    z.object({
      message_id: z.string(),
      channel_id: z.string(),
      edited_timestamp: z.string().nullable(),
    }),
  effect: 'idempotent',
  permissions: ['VIEW_CHANNEL'],
  reach: reachOfMessage,
  routes: ['PATCH /channels/{channel_id}/messages/{message_id}'],
  run: async ({ channel_id, message_id, allowed_mentions, ...changes }, discord) => {
    const flags = replaceContent(changes.components)
      ? (changes.flags ?? 0) | componentsV2
      : changes.flags;
    const body = {
      ...changes,
      flags,
      // Discord refuses mention rules in an edit of another's message, which can only change flags.
      ...(isMoreThanFlags(changes) && { allowed_mentions: toAllowedMentions(allowed_mentions) }),
    };
    const message = await discord.patch<APIMessage>(Routes.channelMessage(channel_id, message_id), {
      body,
    });
    return {
      message_id: message.id,
      channel_id: message.channel_id,
      edited_timestamp: toTimestamp(message.edited_timestamp),
    };
  },
});

function isMoreThanFlags(changes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(changes).some(([name, value]) => name !== 'flags' && value !== undefined);
}
