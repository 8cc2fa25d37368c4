import { type Answer, created, type RequestContext } from '../../http/route.ts';
import { checkMessage, messageRule } from '../../messages/message-rule.ts';
import { postMessage, requireContent } from '../../messages/post-message.ts';
import { NO_REFERENCE } from '../../messages/references.ts';
import { requireSending } from '../../messages/sending.ts';
import { toThread } from '../../present/channel.ts';
import { toMessage } from '../../present/message.ts';
import { list } from '../../validate/collections.ts';
import { nullish, object, parse } from '../../validate/rule.ts';
import { snowflake } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import { requireThreadRoom, startFields, startThread } from './start-thread.ts';
import { requireTags } from './tags.ts';

const PUBLIC = 11;

const rule = object({
  ...startFields,
  applied_tags: nullish(list(snowflake(), { max: 5 })),
  message: messageRule,
});

/** A thread in a forum with its first message; both have one id. Answers the thread with the message. */
export function createForumPost(context: RequestContext, forum: ChannelRecord): Answer {
  const { ids, actor, body } = context;
  const draft = parse(rule, body, ({ message }, spot) => checkMessage(message, spot.at('message')));
  requireSending(context, forum, draft.message);
  const applied_tags = draft.applied_tags ?? [];
  requireTags(context, { parent_id: forum.id }, applied_tags);
  requireContent(context, draft.message, NO_REFERENCE);
  requireThreadRoom(context, forum);
  const id = ids.next();
  const thread = startThread(context, forum, PUBLIC, { ...draft, applied_tags }, id);
  const message = postMessage(context, {
    channel: thread,
    draft: draft.message,
    reference: NO_REFERENCE,
    id,
  });
  return created({ ...toThread(thread, actor.id), message: toMessage(context, message) });
}
