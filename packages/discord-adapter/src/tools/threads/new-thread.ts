import { ChannelType } from 'discord-api-types/v10';
import * as z from 'zod';
import { auditReason } from '../../schema/audit-reason.ts';
import { snowflake } from '../../schema/snowflake.ts';
import { firstMessage } from './first-message.ts';
import { threadArguments } from './thread-arguments.ts';

/** The arguments of a new thread, whatever it starts from. */
export function newThread() {
  return z
    .strictObject({
      channel_id: snowflake('channel'),
      name: z.string().min(1).max(100),
      message_id: snowflake('message').describe('Message to start at.').optional(),
      message: firstMessage().describe('First message of a forum or media post.').optional(),
      type: z
        .literal([10, 11, 12])
        .describe('11 public (default), 12 private, 10 in an announcement channel.')
        .optional(),
      ...threadArguments(),
      audit_reason: auditReason(),
    })
    .superRefine((thread, context) => {
      for (const [argument, message] of contradictions(thread)) {
        context.addIssue({ code: 'custom', path: [argument], message });
      }
    });
}

/** Accepted arguments of a new thread. */
export type NewThread = z.output<ReturnType<typeof newThread>>;

function contradictions(thread: NewThread): [keyof NewThread, string][] {
  const { message_id, message, type, applied_tags, invitable } = thread;
  const found: [keyof NewThread, string | false][] = [
    [
      'message_id',
      message_id !== undefined &&
        message !== undefined &&
        'A thread starts at a message or is a post with a first message: leave one out.',
    ],
    [
      'type',
      type !== undefined &&
        (message_id !== undefined || message !== undefined) &&
        'The channel decides the type of a thread at a message and of a post: leave type out.',
    ],
    [
      'applied_tags',
      applied_tags !== undefined &&
        message === undefined &&
        'Only a forum or media post has tags: give its first message, or leave tags out.',
    ],
    [
      'invitable',
      invitable !== undefined &&
        type !== ChannelType.PrivateThread &&
        'Only a private thread has invitable: set type to 12, or leave it out.',
    ],
  ];
  return found.filter((entry): entry is [keyof NewThread, string] => entry[1] !== false);
}
