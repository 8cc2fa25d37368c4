import { isPollOver } from '../messages/polls.ts';
import type { PollRecord } from '../world/message-records.ts';

export function toPoll(poll: PollRecord, viewerId: string, now: number) {
  return {
    question: poll.question,
    answers: poll.answers.map(({ answer_id, poll_media }) => ({ answer_id, poll_media })),
    expiry: poll.expiry,
    allow_multiselect: poll.allow_multiselect,
    layout_type: poll.layout_type,
    results: {
      is_finalized: isPollOver(poll, now),
      answer_counts: poll.answers
        .filter(({ voter_ids }) => voter_ids.length > 0)
        .map(({ answer_id, voter_ids }) => ({
          id: answer_id,
          count: voter_ids.length,
          me_voted: voter_ids.includes(viewerId),
        })),
    },
  };
}
