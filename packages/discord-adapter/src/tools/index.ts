import type { ToolDefinition } from '@guildline/mcp-core';
import type { ConnectDiscord } from '../discord-tool.ts';
import { auditLogTools } from './audit-log/index.ts';
import { channelTools } from './channels/index.ts';
import { eventTools } from './events/index.ts';
import { guildTools } from './guilds/index.ts';
import { inviteTools } from './invites/index.ts';
import { memberTools } from './members/index.ts';
import { messageTools } from './messages/index.ts';
import { raidTools } from './raids/index.ts';
import { reactionTools } from './reactions/index.ts';
import { roleTools } from './roles/index.ts';
import { threadTools } from './threads/index.ts';
import { userTools } from './users/index.ts';
import { webhookTools } from './webhooks/index.ts';

/** Every Discord tool, bound to a client that is loaded on first use. */
export function discordTools(connect: ConnectDiscord): ToolDefinition[] {
  return [
    ...auditLogTools,
    ...channelTools,
    ...eventTools,
    ...guildTools,
    ...inviteTools,
    ...memberTools,
    ...messageTools,
    ...raidTools,
    ...reactionTools,
    ...roleTools,
    ...threadTools,
    ...userTools,
    ...webhookTools,
  ].map((bind) => bind(connect));
}
