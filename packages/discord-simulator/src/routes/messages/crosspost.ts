import { apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { MessageFlag } from '../../messages/message-rule.ts';
import { toMessage } from '../../present/message.ts';
import { requireMessage } from './read-messages.ts';

const ANNOUNCEMENT = 5;

/** Publishes a message of an announcement channel to those who follow it. */
export function crosspostMessage(context: RequestContext): Answer {
  const { state, actor, authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  if (channel.type !== ANNOUNCEMENT) throw apiError(50024);
  const message = requireMessage(context, channel);
  authority.requireInChannel(channel, 'SendMessages');
  if (message.author_id !== actor.id) authority.requireInChannel(channel, 'ManageMessages');
  if (message.flags & MessageFlag.Crossposted) throw apiError(40033);
  state.messages.update(message, { flags: message.flags | MessageFlag.Crossposted });
  return ok(toMessage(context, message));
}
