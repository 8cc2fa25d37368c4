import type { DiscordTool } from '../../discord-tool.ts';
import { membersAddRole } from './add-role.ts';

export const memberTools: readonly DiscordTool[] = [membersAddRole];
