import { ToolError } from '@guildline/mcp-core';
import { ChannelType, Routes } from 'discord-api-types/v10';
import * as z from 'zod';
import type { Discord } from '../../discord.ts';
import { defineDiscordTool } from '../../discord-tool.ts';
import { auditReason } from '../../schema/audit-reason.ts';
import { requireChange } from '../../schema/require-change.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { type ApiThread, threadOutput, toThread } from './thread.ts';
import { threadArguments } from './thread-arguments.ts';

export const threadsModify = defineDiscordTool({
  name: 'threads_modify',
  category: 'threads',
  title: 'Change a thread',
  description:
    'Renames, archives, reopens, locks or otherwise changes a thread or forum post; channel_id is its id. An archived thread takes changes only together with archived false. The bot needs MANAGE_THREADS unless it started the thread; slowmode and locking need it always. Returns the thread. To delete it use channels_delete.',
  input: () =>
    requireChange(
      z.strictObject({
        channel_id: snowflake('channel'),
        name: z.string().min(1).max(100).optional(),
        archived: z.boolean().optional(),
        locked: z.boolean().describe('Only moderators can reopen it.').optional(),
        ...threadArguments(),
        audit_reason: auditReason(),
      }),
      ['channel_id', 'audit_reason'],
    ),
  output: threadOutput,
  effect: 'idempotent',
  permissions: ['MANAGE_THREADS'],
  routes: ['PATCH /channels/{channel_id}', 'GET /channels/{channel_id}'],
  run: async ({ channel_id, audit_reason, ...body }, discord) => {
    await checkIsThread(channel_id, discord);
    const route = Routes.channel(channel_id);
    return toThread(await discord.patch<ApiThread>(route, { body, reason: audit_reason }));
  },
});

const threadTypes: readonly ChannelType[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

/** The route changes any channel; a tool for threads must not be a way around its absence. */
async function checkIsThread(channelId: string, discord: Discord): Promise<void> {
  const { type } = await discord.get<{ readonly type: ChannelType }>(Routes.channel(channelId));
  if (threadTypes.includes(type)) return;
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `channel_id: ${channelId} is a channel of type ${type}, not a thread. Use channels_modify for it, or find the thread with threads_list_active.`,
  });
}
