import { apiError } from '../../http/api-error.ts';
import { type Answer, created, type RequestContext } from '../../http/route.ts';
import { MessageFlag } from '../../messages/message-rule.ts';
import { toThread } from '../../present/channel.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { boolean, choice, toTimestamp } from '../../validate/scalars.ts';
import { completeMessage } from '../../world/complete-channel.ts';
import { requireMessage } from '../messages/read-messages.ts';
import { createForumPost } from './create-forum-post.ts';
import { requireThreadRoom, startFields, startThread } from './start-thread.ts';

const ANNOUNCEMENT = 10;
const PUBLIC = 11;
const PRIVATE = 12;
const FORUMS = new Set([15, 16]);
const HOLDS_THREADS = new Set([0, 5]);
const THREAD_CREATED = 18;

const rule = object({
  ...startFields,
  type: nullish(choice(ANNOUNCEMENT, PUBLIC, PRIVATE)),
  invitable: nullish(boolean()),
});

/** `POST /channels/{id}/messages/{id}/threads`: the thread has the message's id. */
export function startFromMessage(context: RequestContext): Answer {
  const { state, actor, authority, param, body } = context;
  const parent = authority.requireChannel(param('channel_id'));
  if (!HOLDS_THREADS.has(parent.type)) throw apiError(50024);
  const message = requireMessage(context, parent);
  authority.requireInChannel(parent, 'CreatePublicThreads');
  const draft = parse(object(startFields), body);
  if (state.channels.has(message.id)) throw apiError(160004);
  requireThreadRoom(context, parent);
  const type = parent.type === 5 ? ANNOUNCEMENT : PUBLIC;
  const thread = startThread(context, parent, type, draft, message.id);
  state.messages.update(message, { flags: message.flags | MessageFlag.HasThread });
  return created(toThread(thread, actor.id));
}

/** `POST /channels/{id}/threads`: a forum post, or a thread on its own, private if nothing is said. */
export function startThreadAlone(context: RequestContext): Answer {
  const { state, ids, actor, authority, param, body, now } = context;
  const parent = authority.requireChannel(param('channel_id'));
  if (FORUMS.has(parent.type)) return createForumPost(context, parent);
  if (!HOLDS_THREADS.has(parent.type)) throw apiError(50024);
  const draft = parse(rule, body);
  const type = draft.type ?? PRIVATE;
  const fits = parent.type === 5 ? type === ANNOUNCEMENT : type !== ANNOUNCEMENT;
  if (!fits) throw apiError(50024);
  authority.requireInChannel(
    parent,
    type === PRIVATE ? 'CreatePrivateThreads' : 'CreatePublicThreads',
  );
  requireThreadRoom(context, parent);
  const thread = startThread(context, parent, type, draft, ids.next());
  if (type !== PRIVATE) {
    const notice = completeMessage(
      {
        id: ids.internal(),
        channel_id: parent.id,
        type: THREAD_CREATED,
        content: draft.name,
        timestamp: toTimestamp(now),
        message_reference: {
          type: 0,
          message_id: thread.id,
          channel_id: thread.id,
          ...(parent.guild_id && { guild_id: parent.guild_id }),
        },
      },
      actor.id,
    );
    state.messages.add(notice);
    state.channels.update(parent, { last_message_id: notice.id });
  }
  return created(toThread(thread, actor.id));
}
