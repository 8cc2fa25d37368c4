import type { Operation } from '../operation.ts';

export const messageOperations: Readonly<Record<string, Operation>> = {
  'GET /channels/{channel_id}/messages': {
    query: {
      around: 'snowflake',
      before: 'snowflake',
      after: 'snowflake',
      limit: { integer: [1, 100] },
    },
    answers: { 200: { nullable: { list: 'MessageResponse' } } },
  },
  'POST /channels/{channel_id}/messages': {
    body: 'MessageCreateRequest',
    answers: { 200: 'MessageResponse' },
  },
  'POST /channels/{channel_id}/messages/bulk-delete': {
    body: { fields: { messages: { list: 'snowflake' } }, required: ['messages'] },
    answers: { 204: null },
  },
  'GET /channels/{channel_id}/messages/pins': {
    query: { before: 'timestamp', limit: { integer: [1, 50] } },
    answers: { 200: 'PinnedMessagesResponse' },
  },
  'PUT /channels/{channel_id}/messages/pins/{message_id}': { answers: { 204: null } },
  'DELETE /channels/{channel_id}/messages/pins/{message_id}': { answers: { 204: null } },
  'GET /channels/{channel_id}/messages/{message_id}': { answers: { 200: 'MessageResponse' } },
  'DELETE /channels/{channel_id}/messages/{message_id}': { answers: { 204: null } },
  'PATCH /channels/{channel_id}/messages/{message_id}': {
    body: 'MessageEditRequestPartial',
    answers: { 200: 'MessageResponse' },
  },
  'POST /channels/{channel_id}/messages/{message_id}/crosspost': {
    answers: { 200: 'MessageResponse' },
  },
  'DELETE /channels/{channel_id}/messages/{message_id}/reactions': { answers: { 204: null } },
  'GET /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}': {
    query: { after: 'snowflake', limit: { integer: [1, 100] }, type: 'ReactionTypes' },
    answers: { 200: { list: 'UserResponse' } },
  },
  'DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}': {
    answers: { 204: null },
  },
  'PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me': {
    answers: { 204: null },
  },
  'DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me': {
    answers: { 204: null },
  },
  'DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}': {
    answers: { 204: null },
  },
  'GET /channels/{channel_id}/polls/{message_id}/answers/{answer_id}': {
    query: { after: 'snowflake', limit: { integer: [1, 100] } },
    answers: { 200: 'PollAnswerDetailsResponse' },
  },
  'POST /channels/{channel_id}/polls/{message_id}/expire': { answers: { 200: 'MessageResponse' } },
};
