import { type APIMessage, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import { defineDiscordTool } from '../../discord-tool.ts';
import { cursor, limit } from '../../schema/page.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { messageOutput, toMessage } from './message.ts';

const cursorPattern = /^(before|after):\d{1,20}$/;

export const messagesRead = defineDiscordTool({
  name: 'messages_read',
  category: 'messages',
  title: 'Read messages',
  description:
    'Returns messages of a channel or thread, newest first by default. Give at most one of before, after and around; after and oldest_first page towards newer ones. content is empty without the Message Content intent, the list without READ_MESSAGE_HISTORY.',
  input: () =>
    z
      .strictObject({
        channel_id: snowflake('channel'),
        limit: limit(100, 50),
        before: snowflake('message').optional(),
        after: snowflake('message').optional(),
        around: snowflake('message').optional(),
        order: z.enum(['newest_first', 'oldest_first']).optional(),
        cursor: cursor(cursorPattern),
      })
      .refine(
        ({ before, after, around }) =>
          [before, after, around].filter((bound) => bound !== undefined).length <= 1,
        { error: 'Give at most one of before, after and around.' },
      ),
  output: () =>
    z.object({ messages: z.array(messageOutput()), next_cursor: z.string().optional() }),
  effect: 'read',
  permissions: ['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY'],
  routes: ['GET /channels/{channel_id}/messages'],
  run: async ({ channel_id, limit, order, ...bounds }, discord) => {
    const query = toQuery(bounds, order);
    const page = await discord.get<APIMessage[]>(Routes.channelMessages(channel_id), {
      query: { ...query, limit },
    });
    const forward = query.after !== undefined;
    const standard = forward ? 'oldest_first' : 'newest_first';
    const ordered = (order ?? standard) === 'newest_first' ? page : page.toReversed();
    const last = forward ? page[0] : page.at(-1);
    const direction = forward ? 'after' : 'before';
    return {
      messages: ordered.map(toMessage),
      ...(last &&
        page.length === limit &&
        query.around === undefined && { next_cursor: `${direction}:${last.id}` }),
    };
  },
});

interface Bounds {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
  readonly cursor?: string | undefined;
}

/** A cursor goes on in its own direction, whatever else is given. */
function toQuery({ cursor, ...bounds }: Bounds, order: string | undefined): Bounds {
  if (cursor) {
    const [direction = 'before', id] = cursor.split(':');
    return { [direction]: id };
  }
  const { before, after, around } = bounds;
  const unbound = before === undefined && after === undefined && around === undefined;
  return unbound && order === 'oldest_first' ? { after: '0' } : bounds;
}
