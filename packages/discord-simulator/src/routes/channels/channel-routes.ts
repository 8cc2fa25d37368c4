import { noContent, ok, type RequestContext, type Route, route } from '../../http/route.ts';
import { requireTextChannel } from '../../messages/sending.ts';
import { toChannel } from '../../present/channel.ts';
import { isThread } from '../../world/complete-channel.ts';
import { createChannel } from './create-channel.ts';
import { deleteChannel } from './delete-channel.ts';
import { modifyChannel } from './modify-channel.ts';
import { moveChannels } from './move-channels.ts';
import { deleteOverwrite, putOverwrite } from './overwrites.ts';

export const channelRoutes: readonly Route[] = [
  route('POST /guilds/{guild_id}/channels', createChannel),
  route('PATCH /guilds/{guild_id}/channels', moveChannels),
  route('GET /channels/{channel_id}', getChannel),
  route('PATCH /channels/{channel_id}', modifyChannel),
  route('DELETE /channels/{channel_id}', deleteChannel),
  route('PUT /channels/{channel_id}/permissions/{overwrite_id}', putOverwrite),
  route('DELETE /channels/{channel_id}/permissions/{overwrite_id}', deleteOverwrite),
  route('POST /channels/{channel_id}/typing', showTyping),
];

function getChannel({ state, actor, authority, param }: RequestContext) {
  const channel = authority.requireChannel(param('channel_id'));
  return ok(toChannel(state, channel, actor.id));
}

function showTyping({ authority, param }: RequestContext) {
  const channel = authority.requireChannel(param('channel_id'));
  requireTextChannel(channel);
  authority.requireInChannel(channel, isThread(channel) ? 'SendMessagesInThreads' : 'SendMessages');
  return noContent();
}
