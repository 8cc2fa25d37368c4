import type { Operation } from '../operation.ts';

export const threadOperations: Readonly<Record<string, Operation>> = {
  'POST /channels/{channel_id}/messages/{message_id}/threads': {
    body: 'CreateTextThreadWithMessageRequest',
    answers: { 201: 'ThreadResponse' },
  },
  'GET /channels/{channel_id}/thread-members': {
    query: { with_member: 'boolean', limit: { integer: [1, 100] }, after: 'snowflake' },
    answers: { 200: { list: 'ThreadMemberResponse' } },
  },
  'PUT /channels/{channel_id}/thread-members/@me': { answers: { 204: null } },
  'DELETE /channels/{channel_id}/thread-members/@me': { answers: { 204: null } },
  'GET /channels/{channel_id}/thread-members/{user_id}': {
    query: { with_member: 'boolean' },
    answers: { 200: 'ThreadMemberResponse' },
  },
  'PUT /channels/{channel_id}/thread-members/{user_id}': { answers: { 204: null } },
  'DELETE /channels/{channel_id}/thread-members/{user_id}': { answers: { 204: null } },
  'POST /channels/{channel_id}/threads': {
    body: { anyOf: ['CreateForumThreadRequest', 'CreateTextThreadWithoutMessageRequest'] },
    answers: { 201: 'CreatedThreadResponse' },
  },
  'GET /channels/{channel_id}/threads/archived/private': {
    query: { before: 'timestamp', limit: { integer: [2, 100] } },
    answers: { 200: 'ThreadsResponse' },
  },
  'GET /channels/{channel_id}/threads/archived/public': {
    query: { before: 'timestamp', limit: { integer: [2, 100] } },
    answers: { 200: 'ThreadsResponse' },
  },
  'GET /channels/{channel_id}/users/@me/threads/archived/private': {
    query: { before: 'snowflake', limit: { integer: [2, 100] } },
    answers: { 200: 'ThreadsResponse' },
  },
  'GET /guilds/{guild_id}/threads/active': { answers: { 200: 'ThreadsResponse' } },
};
