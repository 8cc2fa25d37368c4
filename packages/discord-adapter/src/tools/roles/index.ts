import type { DiscordTool } from '../../discord-tool.ts';
import { rolesCreate } from './create.ts';
import { rolesDelete } from './delete.ts';
import { rolesList } from './list.ts';
import { rolesModify } from './modify.ts';

export const roleTools: readonly DiscordTool[] = [rolesCreate, rolesDelete, rolesList, rolesModify];
