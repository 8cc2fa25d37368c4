import type { PermissionRequirement } from '@guildline/mcp-core';
import { ChannelType, Routes } from 'discord-api-types/v10';
import { defineDiscordTool } from '../../discord-tool.ts';
import { reachOfMessage } from '../../schema/mass-mention.ts';
import { findCreatedThread } from './find-created-thread.ts';
import { toFirstMessage } from './first-message.ts';
import { type NewThread, newThread } from './new-thread.ts';
import { type ApiThread, threadOutput, toThread } from './thread.ts';

export const threadsCreate = defineDiscordTool({
  name: 'threads_create',
  category: 'threads',
  title: 'Start a thread',
  description:
    'Starts a thread in a channel, at one of its messages (message_id), or as a post in a forum or media channel (message, and applied_tags where tags are required). Without type it is public. The id that comes back is a channel id: send to it with messages_send. A thread at a message has the id of that message, a post that of its first message. In the first message nobody is pinged unless allowed_mentions says so.',
  input: newThread,
  output: threadOutput,
  effect: 'once',
  permissions: [['CREATE_PUBLIC_THREADS', 'CREATE_PRIVATE_THREADS', 'SEND_MESSAGES']],
  permissionsFor: (args) => permissionsOf(args),
  reach: ({ message }) => reachOfMessage(message),
  routes: [
    'POST /channels/{channel_id}/threads',
    'POST /channels/{channel_id}/messages/{message_id}/threads',
    'GET /channels/{channel_id}',
    'GET /guilds/{guild_id}/threads/active',
    'GET /channels/{channel_id}/threads/archived/public',
    'GET /channels/{channel_id}/threads/archived/private',
  ],
  run: async ({ channel_id, message_id, message, type, audit_reason, ...settings }, discord) => {
    const opening = message && toFirstMessage(message);
    const body = {
      ...settings,
      ...(opening && { message: opening.message }),
      // Discord's own default is a private thread.
      ...(!message && !message_id && { type: type ?? ChannelType.PublicThread }),
    };
    const thread = await discord.post<ApiThread>(Routes.threads(channel_id, message_id), {
      body,
      files: opening?.files,
      reason: audit_reason,
    });
    return toThread(thread);
  },
  lookup: findCreatedThread,
});

function permissionsOf({ message, type }: NewThread): readonly PermissionRequirement[] {
  if (message) return ['SEND_MESSAGES', ...(message.files?.length ? ['ATTACH_FILES'] : [])];
  return type === ChannelType.PrivateThread
    ? ['CREATE_PRIVATE_THREADS']
    : ['CREATE_PUBLIC_THREADS'];
}
