import type { DiscordTool } from '../../discord-tool.ts';
import { rolesList } from './list.ts';

export const roleTools: readonly DiscordTool[] = [rolesList];
