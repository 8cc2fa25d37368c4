import type { DiscordTool } from '../../discord-tool.ts';
import { membersAddRole } from './add-role.ts';
import { membersBan } from './ban.ts';
import { membersBulkBan } from './bulk-ban.ts';
import { membersGet } from './get.ts';
import { membersKick } from './kick.ts';
import { membersList } from './list.ts';
import { membersListBans } from './list-bans.ts';
import { membersModify } from './modify.ts';
import { membersRemoveRole } from './remove-role.ts';
import { membersSearch } from './search.ts';
import { membersUnban } from './unban.ts';

export const memberTools: readonly DiscordTool[] = [
  membersAddRole,
  membersBan,
  membersBulkBan,
  membersGet,
  membersKick,
  membersList,
  membersListBans,
  membersModify,
  membersRemoveRole,
  membersSearch,
  membersUnban,
];
