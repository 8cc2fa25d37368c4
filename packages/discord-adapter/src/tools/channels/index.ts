import type { DiscordTool } from '../../discord-tool.ts';
import { channelsCreate } from './create.ts';
import { channelsDelete } from './delete.ts';
import { channelsGet } from './get.ts';
import { channelsList } from './list.ts';
import { channelsModify } from './modify.ts';

export const channelTools: readonly DiscordTool[] = [
  channelsCreate,
  channelsDelete,
  channelsGet,
  channelsList,
  channelsModify,
];
