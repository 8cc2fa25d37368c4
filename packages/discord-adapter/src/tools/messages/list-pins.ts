import { type RESTGetAPIChannelMessagesPinsResult, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor, limit } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { toTimestamp } from '../../schema/timestamp.ts';
import { messageOutput, toMessage } from './message.ts';

export const messagesListPins = defineDiscordTool({
  name: 'messages_list_pins',
  category: 'messages',
  title: 'List pinned messages',
  description: 'Lists the pinned messages of a channel, the one pinned last first, page by page.',
  input: () =>
    z.strictObject({
      channel_id: snowflake('channel'),
      limit: limit(50, 50),
      cursor: cursor(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/),
    }),
  output: () =>
    z.object({
      pins: z.array(z.object({ pinned_at: z.string(), message: messageOutput() })),
      next_cursor: z.string().optional(),
    }),
  effect: 'read',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY'],
  routes: ['GET /channels/{channel_id}/messages/pins'],
  run: async ({ channel_id, limit, cursor }, discord) => {
    const { items, has_more } = await discord.get<RESTGetAPIChannelMessagesPinsResult>(
      Routes.channelMessagesPins(channel_id),
      { query: { limit, before: cursor } },
    );
    const last = items.at(-1);
    return {
      pins: items.map(({ pinned_at, message }) => ({
        pinned_at: toTimestamp(pinned_at),
        message: toMessage(message),
      })),
      // Discord's own text: a time in milliseconds would skip or repeat a pin.
      ...(has_more && last && { next_cursor: last.pinned_at }),
    };
  },
});
