import type { Operation } from '../operation.ts';

export const eventOperations: Readonly<Record<string, Operation>> = {
  'GET /guilds/{guild_id}/auto-moderation/rules': {
    answers: {
      200: {
        nullable: {
          list: {
            nullable: {
              anyOf: [
                'DefaultKeywordRuleResponse',
                'KeywordRuleResponse',
                'MLSpamRuleResponse',
                'MentionSpamRuleResponse',
                'UserProfileRuleResponse',
              ],
            },
          },
        },
      },
    },
  },
  'GET /guilds/{guild_id}/scheduled-events': {
    query: { with_user_count: 'boolean' },
    answers: {
      200: {
        nullable: {
          list: {
            anyOf: [
              'ExternalScheduledEventResponse',
              'StageScheduledEventResponse',
              'VoiceScheduledEventResponse',
            ],
          },
        },
      },
    },
  },
  'POST /guilds/{guild_id}/scheduled-events': {
    body: {
      anyOf: [
        'ExternalScheduledEventCreateRequest',
        'StageScheduledEventCreateRequest',
        'VoiceScheduledEventCreateRequest',
      ],
    },
    answers: {
      200: {
        anyOf: [
          'ExternalScheduledEventResponse',
          'StageScheduledEventResponse',
          'VoiceScheduledEventResponse',
        ],
      },
    },
  },
  'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}': {
    query: { with_user_count: 'boolean' },
    answers: {
      200: {
        anyOf: [
          'ExternalScheduledEventResponse',
          'StageScheduledEventResponse',
          'VoiceScheduledEventResponse',
        ],
      },
    },
  },
  'DELETE /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}': {
    answers: { 204: null },
  },
  'PATCH /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}': {
    body: {
      anyOf: [
        'ExternalScheduledEventPatchRequestPartial',
        'StageScheduledEventPatchRequestPartial',
        'VoiceScheduledEventPatchRequestPartial',
      ],
    },
    answers: {
      200: {
        anyOf: [
          'ExternalScheduledEventResponse',
          'StageScheduledEventResponse',
          'VoiceScheduledEventResponse',
        ],
      },
    },
  },
  'GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users': {
    query: {
      with_member: 'boolean',
      limit: { integer: [1, 100] },
      before: 'snowflake',
      after: 'snowflake',
    },
    answers: { 200: { nullable: { list: 'ScheduledEventUserResponse' } } },
  },
};
