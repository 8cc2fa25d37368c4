import { type Route, route } from '../../http/route.ts';
import { createMessage } from './create-message.ts';
import { crosspostMessage } from './crosspost.ts';
import { bulkDeleteMessages, deleteMessage } from './delete-messages.ts';
import { editMessage } from './edit-message.ts';
import { listPins, listPinsPlainly, pinMessage, unpinMessage } from './pins.ts';
import { expirePoll, listVoters } from './polls.ts';
import {
  addOwnReaction,
  listReactions,
  removeAllReactions,
  removeEmojiReactions,
  removeOwnReaction,
  removeUserReaction,
} from './reactions.ts';
import { getMessage, listMessages } from './read-messages.ts';

const MESSAGES = 'channels/{channel_id}/messages';
const ONE = `${MESSAGES}/{message_id}` as const;
const REACTION = `${ONE}/reactions/{emoji_name}` as const;

export const messageRoutes: readonly Route[] = [
  route(`GET /${MESSAGES}`, listMessages),
  route(`POST /${MESSAGES}`, createMessage),
  route(`POST /${MESSAGES}/bulk-delete`, bulkDeleteMessages),
  route(`GET /${ONE}`, getMessage),
  route(`PATCH /${ONE}`, editMessage),
  route(`DELETE /${ONE}`, deleteMessage),
  route(`POST /${ONE}/crosspost`, crosspostMessage),
  route(`GET /${MESSAGES}/pins`, listPins),
  route(`PUT /${MESSAGES}/pins/{message_id}`, pinMessage),
  route(`DELETE /${MESSAGES}/pins/{message_id}`, unpinMessage),
  route('GET /channels/{channel_id}/pins', listPinsPlainly),
  route('PUT /channels/{channel_id}/pins/{message_id}', pinMessage),
  route('DELETE /channels/{channel_id}/pins/{message_id}', unpinMessage),
  route(`DELETE /${ONE}/reactions`, removeAllReactions),
  route(`GET /${REACTION}`, listReactions),
  route(`DELETE /${REACTION}`, removeEmojiReactions),
  route(`PUT /${REACTION}/@me`, addOwnReaction),
  route(`DELETE /${REACTION}/@me`, removeOwnReaction),
  route(`DELETE /${REACTION}/{user_id}`, removeUserReaction),
  route('GET /channels/{channel_id}/polls/{message_id}/answers/{answer_id}', listVoters),
  route('POST /channels/{channel_id}/polls/{message_id}/expire', expirePoll),
];
