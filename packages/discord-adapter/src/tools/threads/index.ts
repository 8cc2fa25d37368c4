import type { DiscordTool } from '../../discord-tool.ts';
import { threadsCreate } from './create.ts';
import { threadsListActive } from './list-active.ts';
import { threadsListArchived } from './list-archived.ts';
import { threadsModify } from './modify.ts';

export const threadTools: readonly DiscordTool[] = [
  threadsCreate,
  threadsListActive,
  threadsListArchived,
  threadsModify,
];
