import type { Operation } from '../operation.ts';

export const channelOperations: Readonly<Record<string, Operation>> = {
  'GET /channels/{channel_id}': {
    answers: {
      200: {
        anyOf: [
          'GuildChannelResponse',
          'PrivateChannelResponse',
          'PrivateGroupChannelResponse',
          'ThreadResponse',
        ],
      },
    },
  },
  'DELETE /channels/{channel_id}': {
    answers: {
      200: {
        anyOf: [
          'GuildChannelResponse',
          'PrivateChannelResponse',
          'PrivateGroupChannelResponse',
          'ThreadResponse',
        ],
      },
    },
  },
  'PATCH /channels/{channel_id}': {
    body: {
      anyOf: [
        'UpdateDMRequestPartial',
        'UpdateGroupDMRequestPartial',
        'UpdateGuildChannelRequestPartial',
        'UpdateThreadRequestPartial',
      ],
    },
    answers: {
      200: {
        anyOf: [
          'GuildChannelResponse',
          'PrivateChannelResponse',
          'PrivateGroupChannelResponse',
          'ThreadResponse',
        ],
      },
    },
  },
  'GET /channels/{channel_id}/invites': {
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
  'POST /channels/{channel_id}/invites': {
    body: { anyOf: ['CreateGroupDMInviteRequest', 'CreateGuildInviteRequest'] },
    answers: {
      200: { anyOf: ['FriendInviteResponse', 'GroupDMInviteResponse', 'GuildInviteResponse'] },
      204: null,
    },
  },
  'PUT /channels/{channel_id}/permissions/{overwrite_id}': {
    body: {
      fields: {
        type: { nullable: 'ChannelPermissionOverwrites' },
        allow: { nullable: 'integer' },
        deny: { nullable: 'integer' },
      },
      required: [],
    },
    answers: { 204: null },
  },
  'DELETE /channels/{channel_id}/permissions/{overwrite_id}': { answers: { 204: null } },
  'GET /channels/{channel_id}/pins': {
    answers: { 200: { nullable: { list: 'MessageResponse' } } },
  },
  'PUT /channels/{channel_id}/pins/{message_id}': { answers: { 204: null } },
  'DELETE /channels/{channel_id}/pins/{message_id}': { answers: { 204: null } },
  'POST /channels/{channel_id}/typing': { answers: { 200: 'TypingIndicatorResponse', 204: null } },
  'GET /channels/{channel_id}/webhooks': {
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
  'POST /channels/{channel_id}/webhooks': {
    body: { fields: { name: 'string', avatar: { nullable: 'string' } }, required: ['name'] },
    answers: { 200: 'GuildIncomingWebhookResponse' },
  },
};
