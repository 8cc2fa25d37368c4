import type { DiscordTool } from '../../discord-tool.ts';
import { webhooksCreate } from './create.ts';
import { webhooksExecute } from './execute.ts';

export const webhookTools: readonly DiscordTool[] = [webhooksCreate, webhooksExecute];
