import { type Route, route } from '../../http/route.ts';
import { countPrune, kickMember, prune } from './kick-members.ts';
import { addMemberRole, removeMemberRole } from './member-roles.ts';
import { modifyMember, modifySelf } from './modify-member.ts';
import { getMember, listMembers, searchMembers } from './read-members.ts';

export const memberRoutes: readonly Route[] = [
  route('GET /guilds/{guild_id}/members', listMembers),
  route('GET /guilds/{guild_id}/members/search', searchMembers),
  route('GET /guilds/{guild_id}/members/{user_id}', getMember),
  route('PATCH /guilds/{guild_id}/members/@me', modifySelf),
  route('PATCH /guilds/{guild_id}/members/{user_id}', modifyMember),
  route('DELETE /guilds/{guild_id}/members/{user_id}', kickMember),
  route('PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}', addMemberRole),
  route('DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}', removeMemberRole),
  route('GET /guilds/{guild_id}/prune', countPrune),
  route('POST /guilds/{guild_id}/prune', prune),
];
