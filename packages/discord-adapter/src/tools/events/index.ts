import type { DiscordTool } from '../../discord-tool.ts';
import { eventsCreate } from './create.ts';
import { eventsDelete } from './delete.ts';
import { eventsGet } from './get.ts';
import { eventsList } from './list.ts';
import { eventsModify } from './modify.ts';

export const eventTools: readonly DiscordTool[] = [
  eventsCreate,
  eventsDelete,
  eventsGet,
  eventsList,
  eventsModify,
];
