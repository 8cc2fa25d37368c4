import type { DiscordTool } from '../../discord-tool.ts';
import { guildGet } from './get.ts';
import { guildListMine } from './list-mine.ts';

export const guildTools: readonly DiscordTool[] = [guildGet, guildListMine];
