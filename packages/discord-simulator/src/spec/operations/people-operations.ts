import type { Operation } from '../operation.ts';

export const peopleOperations: Readonly<Record<string, Operation>> = {
  'GET /guilds/{guild_id}/bans': {
    query: { limit: { integer: [1, 1000] }, before: 'snowflake', after: 'snowflake' },
    answers: { 200: { nullable: { list: 'GuildBanResponse' } } },
  },
  'GET /guilds/{guild_id}/bans/{user_id}': { answers: { 200: 'GuildBanResponse' } },
  'PUT /guilds/{guild_id}/bans/{user_id}': {
    body: 'BanUserFromGuildRequest',
    answers: { 204: null },
  },
  'DELETE /guilds/{guild_id}/bans/{user_id}': {
    body: 'UnbanUserFromGuildRequest',
    answers: { 204: null },
  },
  'POST /guilds/{guild_id}/bulk-ban': {
    body: 'BulkBanUsersRequest',
    answers: { 200: 'BulkBanUsersResponse' },
  },
  'GET /guilds/{guild_id}/members': {
    query: { limit: { integer: [1, 1000] }, after: { integer: [0, null] } },
    answers: { 200: { list: 'GuildMemberResponse' } },
  },
  'PATCH /guilds/{guild_id}/members/@me': {
    body: {
      fields: {
        nick: { nullable: 'string' },
        avatar: { nullable: 'string' },
        bio: { nullable: 'string' },
        banner: { nullable: 'string' },
      },
      required: [],
    },
    answers: { 200: 'PrivateGuildMemberResponse' },
  },
  'GET /guilds/{guild_id}/members/search': {
    query: { limit: { integer: [1, 1000] }, query: 'string' },
    answers: { 200: { list: 'GuildMemberResponse' } },
  },
  'GET /guilds/{guild_id}/members/{user_id}': { answers: { 200: 'GuildMemberResponse' } },
  'DELETE /guilds/{guild_id}/members/{user_id}': { answers: { 204: null } },
  'PATCH /guilds/{guild_id}/members/{user_id}': {
    body: {
      fields: {
        nick: { nullable: 'string' },
        roles: { nullable: { list: { nullable: 'snowflake' } } },
        mute: { nullable: 'boolean' },
        deaf: { nullable: 'boolean' },
        channel_id: { nullable: 'snowflake' },
        communication_disabled_until: { nullable: 'timestamp' },
        flags: { nullable: 'integer' },
      },
      required: [],
    },
    answers: { 200: 'GuildMemberResponse', 204: null },
  },
  'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}': { answers: { 204: null } },
  'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}': { answers: { 204: null } },
  'GET /guilds/{guild_id}/prune': {
    query: {
      days: { integer: [1, 30] },
      include_roles: { anyOf: ['string', { list: { nullable: 'snowflake' } }] },
    },
    answers: { 200: 'GuildPruneResponse' },
  },
  'POST /guilds/{guild_id}/prune': {
    body: 'PruneGuildRequest',
    answers: { 200: 'GuildPruneResponse' },
  },
  'GET /guilds/{guild_id}/roles': { answers: { 200: { list: 'GuildRoleResponse' } } },
  'POST /guilds/{guild_id}/roles': {
    body: 'CreateRoleRequest',
    answers: { 200: 'GuildRoleResponse' },
  },
  'PATCH /guilds/{guild_id}/roles': {
    body: { list: 'UpdateRolePositionsRequest' },
    answers: { 200: { list: 'GuildRoleResponse' } },
  },
  'GET /guilds/{guild_id}/roles/member-counts': { answers: { 200: 'object' } },
  'GET /guilds/{guild_id}/roles/{role_id}': { answers: { 200: 'GuildRoleResponse' } },
  'DELETE /guilds/{guild_id}/roles/{role_id}': { answers: { 204: null } },
  'PATCH /guilds/{guild_id}/roles/{role_id}': {
    body: 'UpdateRoleRequestPartial',
    answers: { 200: 'GuildRoleResponse' },
  },
};
