import type { DiscordTool } from '../../discord-tool.ts';
import { usersGet } from './get.ts';
import { usersGetCurrent } from './get-current.ts';

export const userTools: readonly DiscordTool[] = [usersGet, usersGetCurrent];
