import type { DiscordTool } from '../../discord-tool.ts';
import { invitesCreate } from './create.ts';
import { invitesList } from './list.ts';

export const inviteTools: readonly DiscordTool[] = [invitesCreate, invitesList];
