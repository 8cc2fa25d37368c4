import type { Operation } from '../operation.ts';

export const otherOperations: Readonly<Record<string, Operation>> = {
  'GET /applications/@me': { answers: { 200: 'PrivateApplicationResponse' } },
  'GET /gateway': { answers: { 200: 'GatewayResponse' } },
  'GET /gateway/bot': { answers: { 200: 'GatewayBotResponse' } },
  'GET /invites/{code}': {
    query: {
      with_counts: 'boolean',
      guild_scheduled_event_id: 'snowflake',
      target_channel_id: 'snowflake',
      target_message_id: 'snowflake',
    },
    answers: {
      200: { anyOf: ['FriendInviteResponse', 'GroupDMInviteResponse', 'GuildInviteResponse'] },
    },
  },
  'DELETE /invites/{code}': {
    answers: {
      200: { anyOf: ['FriendInviteResponse', 'GroupDMInviteResponse', 'GuildInviteResponse'] },
    },
  },
  'GET /users/@me': { answers: { 200: 'UserPIIResponse' } },
  'POST /users/@me/channels': {
    body: 'CreatePrivateChannelRequest',
    answers: { 200: { anyOf: ['PrivateChannelResponse', 'PrivateGroupChannelResponse'] } },
  },
  'GET /users/@me/guilds': {
    query: {
      before: 'snowflake',
      after: 'snowflake',
      limit: { integer: [1, 200] },
      with_counts: 'boolean',
    },
    answers: { 200: { nullable: { list: 'MyGuildResponse' } } },
  },
  'GET /users/{user_id}': { answers: { 200: 'UserResponse' } },
  'GET /webhooks/{webhook_id}': {
    answers: {
      200: {
        anyOf: [
          'ApplicationIncomingWebhookResponse',
          'ChannelFollowerWebhookResponse',
          'GuildIncomingWebhookResponse',
        ],
      },
    },
  },
  'DELETE /webhooks/{webhook_id}': { answers: { 204: null } },
  'PATCH /webhooks/{webhook_id}': {
    body: {
      fields: {
        name: 'string',
        avatar: { nullable: 'string' },
        channel_id: { nullable: 'snowflake' },
      },
      required: [],
    },
    answers: {
      200: {
        anyOf: [
          'ApplicationIncomingWebhookResponse',
          'ChannelFollowerWebhookResponse',
          'GuildIncomingWebhookResponse',
        ],
      },
    },
  },
  'GET /webhooks/{webhook_id}/{webhook_token}': {
    answers: {
      200: {
        anyOf: [
          'ApplicationIncomingWebhookResponse',
          'ChannelFollowerWebhookResponse',
          'GuildIncomingWebhookResponse',
        ],
      },
    },
  },
  'POST /webhooks/{webhook_id}/{webhook_token}': {
    query: { wait: 'boolean', thread_id: 'snowflake', with_components: 'boolean' },
    body: { anyOf: ['IncomingWebhookRequestPartial', 'IncomingWebhookUpdateRequestPartial'] },
    answers: { 200: 'MessageResponse', 204: null },
  },
  'DELETE /webhooks/{webhook_id}/{webhook_token}': { answers: { 204: null } },
  'PATCH /webhooks/{webhook_id}/{webhook_token}': {
    body: { fields: { name: 'string', avatar: { nullable: 'string' } }, required: [] },
    answers: {
      200: {
        anyOf: [
          'ApplicationIncomingWebhookResponse',
          'ChannelFollowerWebhookResponse',
          'GuildIncomingWebhookResponse',
        ],
      },
    },
  },
  'GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': {
    query: { thread_id: 'snowflake' },
    answers: { 200: 'MessageResponse' },
  },
  'DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': {
    query: { thread_id: 'snowflake' },
    answers: { 204: null },
  },
  'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': {
    query: { thread_id: 'snowflake', with_components: 'boolean' },
    body: 'IncomingWebhookUpdateRequestPartial',
    answers: { 200: 'MessageResponse' },
  },
};
