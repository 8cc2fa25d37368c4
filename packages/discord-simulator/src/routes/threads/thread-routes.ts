import { type Route, route } from '../../http/route.ts';
import { startFromMessage, startThreadAlone } from './create-thread.ts';
import {
  listActive,
  listArchivedJoined,
  listArchivedPrivate,
  listArchivedPublic,
} from './list-threads.ts';
import {
  addThreadMember,
  getThreadMember,
  joinThread,
  leaveThread,
  listThreadMembers,
  removeThreadMember,
} from './thread-members.ts';

export const threadRoutes: readonly Route[] = [
  route('POST /channels/{channel_id}/messages/{message_id}/threads', startFromMessage),
  route('POST /channels/{channel_id}/threads', startThreadAlone),
  route('GET /guilds/{guild_id}/threads/active', listActive),
  route('GET /channels/{channel_id}/threads/archived/public', listArchivedPublic),
  route('GET /channels/{channel_id}/threads/archived/private', listArchivedPrivate),
  route('GET /channels/{channel_id}/users/@me/threads/archived/private', listArchivedJoined),
  route('GET /channels/{channel_id}/thread-members', listThreadMembers),
  route('GET /channels/{channel_id}/thread-members/{user_id}', getThreadMember),
  route('PUT /channels/{channel_id}/thread-members/@me', joinThread),
  route('PUT /channels/{channel_id}/thread-members/{user_id}', addThreadMember),
  route('DELETE /channels/{channel_id}/thread-members/@me', leaveThread),
  route('DELETE /channels/{channel_id}/thread-members/{user_id}', removeThreadMember),
];
