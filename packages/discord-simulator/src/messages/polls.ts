import { list } from '../validate/collections.ts';
import { nullish, type Output, object, optional } from '../validate/rule.ts';
import { boolean, choice, integer, snowflake, text, toTimestamp } from '../validate/scalars.ts';
import type { PollRecord } from '../world/message-records.ts';

const HOUR = 3_600_000;

export const pollRule = object({
  question: object({ text: text({ min: 1, max: 300 }) }),
  answers: list(
    object({
      poll_media: object({
        text: nullish(text({ min: 1, max: 55 })),
        emoji: nullish(object({ id: nullish(snowflake()), name: nullish(text({ max: 32 })) })),
      }),
    }),
    { min: 1, max: 10 },
  ),
  duration: nullish(integer({ min: 1, max: 768 })),
  allow_multiselect: nullish(boolean()),
  layout_type: optional(choice(1)),
});

/** A poll as it is stored; it ends `duration` hours from now, after a day if nothing is said. */
export function toStoredPoll(poll: Output<typeof pollRule>, now: number): PollRecord {
  return {
    question: { text: poll.question.text },
    answers: poll.answers.map(({ poll_media }, index) => ({
      answer_id: index + 1,
      poll_media: {
        ...(poll_media.text && { text: poll_media.text }),
        ...(poll_media.emoji && {
          emoji: { id: poll_media.emoji.id ?? null, name: poll_media.emoji.name ?? null },
        }),
      },
      voter_ids: [],
    })),
    expiry: toTimestamp(now + (poll.duration ?? 24) * HOUR),
    allow_multiselect: poll.allow_multiselect ?? false,
    layout_type: 1,
  };
}

export function isPollOver(poll: PollRecord, now: number): boolean {
  return Date.parse(poll.expiry) <= now;
}
