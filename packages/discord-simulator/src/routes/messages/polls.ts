import { ApiError, apiError, plainError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { isPollOver } from '../../messages/polls.ts';
import { toMessage } from '../../present/message.ts';
import { toUserById } from '../../present/user.ts';
import { object, optional, parse } from '../../validate/rule.ts';
import { integer, snowflake, toTimestamp } from '../../validate/scalars.ts';
import { compareIds } from '../../world/ids.ts';
import type { MessageRecord, PollRecord } from '../../world/message-records.ts';
import { requireMessage } from './read-messages.ts';

const query = object({
  limit: optional(integer({ min: 1, max: 100 })),
  after: optional(snowflake()),
});

export function listVoters(context: RequestContext): Answer {
  const { state, param } = context;
  const { poll } = requirePoll(context);
  const { limit = 25, after = '0' } = parse(query, context.query);
  const answer = poll.answers.find(({ answer_id }) => String(answer_id) === param('answer_id'));
  if (!answer) throw plainError(404, 'Not Found');
  const voters = answer.voter_ids.filter((id) => compareIds(id, after) > 0).sort(compareIds);
  return ok({ users: voters.slice(0, limit).map((id) => toUserById(state, id)) });
}

/** Ends the bot's own poll now. */
export function expirePoll(context: RequestContext): Answer {
  const { state, actor, now } = context;
  const { message, poll } = requirePoll(context);
  if (message.author_id !== actor.id) throw apiError(50005);
  if (isPollOver(poll, now)) throw apiError(520001);
  state.messages.update(message, { poll: { ...poll, expiry: toTimestamp(now) } });
  return ok(toMessage(context, message));
}

function requirePoll(context: RequestContext): { message: MessageRecord; poll: PollRecord } {
  const { authority, param } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const message = requireMessage(context, channel);
  if (!message.poll) throw new ApiError(400, 520006, 'Cannot expire a non-poll message');
  return { message, poll: message.poll };
}
