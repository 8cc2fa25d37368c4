import type { DiscordTool } from '../../discord-tool.ts';
import { reactionsAdd } from './add.ts';
import { reactionsList } from './list.ts';
import { reactionsRemove } from './remove.ts';

export const reactionTools: readonly DiscordTool[] = [reactionsAdd, reactionsList, reactionsRemove];
