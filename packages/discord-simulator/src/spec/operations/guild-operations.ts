import type { Operation } from '../operation.ts';

export const guildOperations: Readonly<Record<string, Operation>> = {
  'GET /guilds/{guild_id}': {
    query: { with_counts: 'boolean' },
    answers: { 200: 'GuildWithCountsResponse' },
  },
  'GET /guilds/{guild_id}/audit-logs': {
    query: {
      user_id: 'snowflake',
      target_id: 'snowflake',
      action_type: 'AuditLogActionTypes',
      before: 'snowflake',
      after: 'snowflake',
      limit: { integer: [1, 100] },
    },
    answers: { 200: 'GuildAuditLogResponse' },
  },
  'GET /guilds/{guild_id}/channels': {
    answers: {
      200: {
        nullable: {
          list: {
            anyOf: [
              'GuildChannelResponse',
              'PrivateChannelResponse',
              'PrivateGroupChannelResponse',
              'ThreadResponse',
            ],
          },
        },
      },
    },
  },
  'POST /guilds/{guild_id}/channels': {
    body: 'CreateGuildChannelRequest',
    answers: { 201: 'GuildChannelResponse' },
  },
  'PATCH /guilds/{guild_id}/channels': {
    body: {
      list: {
        fields: {
          id: { nullable: 'snowflake' },
          position: { nullable: { integer: [0, null] } },
          parent_id: { nullable: 'snowflake' },
          lock_permissions: { nullable: 'boolean' },
        },
        required: [],
      },
    },
    answers: { 204: null },
  },
  'GET /guilds/{guild_id}/emojis': { answers: { 200: { nullable: { list: 'EmojiResponse' } } } },
  'GET /guilds/{guild_id}/emojis/{emoji_id}': { answers: { 200: 'EmojiResponse' } },
  'GET /guilds/{guild_id}/invites': {
    answers: {
      200: {
        nullable: {
          list: {
            nullable: {
              anyOf: ['FriendInviteResponse', 'GroupDMInviteResponse', 'GuildInviteResponse'],
            },
          },
        },
      },
    },
  },
  'GET /guilds/{guild_id}/stickers': { answers: { 200: { list: 'GuildStickerResponse' } } },
  'GET /guilds/{guild_id}/webhooks': {
    answers: {
      200: {
        nullable: {
          list: {
            anyOf: [
              'ApplicationIncomingWebhookResponse',
              'ChannelFollowerWebhookResponse',
              'GuildIncomingWebhookResponse',
            ],
          },
        },
      },
    },
  },
};
