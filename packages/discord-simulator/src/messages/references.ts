import { apiError } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import { refuseProblems } from '../validate/spot.ts';
import type { ChannelRecord } from '../world/channel-records.ts';
import type { MessageRecord, MessageReferenceRecord } from '../world/message-records.ts';
import type { MessageDraft } from './message-rule.ts';

const REPLYABLE = new Set([0, 19, 20, 23]);

export interface Reference {
  readonly record: MessageReferenceRecord | null;
  readonly target: MessageRecord | undefined;
  readonly isForward: boolean;
}

/** A message that refers to no other. */
export const NO_REFERENCE: Reference = { record: null, target: undefined, isForward: false };

/** The message a draft replies to or forwards; refuses one that cannot be. */
export function findReference(
  { state, authority }: RequestContext,
  channel: ChannelRecord,
  reference: MessageDraft['message_reference'],
): Reference {
  if (!reference) return NO_REFERENCE;
  const isForward = reference.type === 1;
  const source = isForward ? authority.requireChannel(reference.channel_id ?? channel.id) : channel;
  if (!authority.mayInChannel(source, 'ReadMessageHistory')) throw apiError(160002);
  const target = state.messages.get(reference.message_id);
  const found = target?.channel_id === source.id ? target : undefined;
  if (!found && !isForward && reference.fail_if_not_exists === false) {
    return { record: null, target: undefined, isForward };
  }
  refuseProblems((spot) => {
    const place = spot.at('message_reference');
    if (!found) place.fail('MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message');
    else if (!isForward && !REPLYABLE.has(found.type)) {
      place.fail('REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', 'Cannot reply to a system message');
    }
  });
  return {
    record: {
      type: isForward ? 1 : 0,
      message_id: reference.message_id,
      channel_id: source.id,
      ...(source.guild_id && { guild_id: source.guild_id }),
    },
    target: found,
    isForward,
  };
}

/** What a forward carries of the message it forwards. */
export function toSnapshots(reference: Reference): MessageRecord['message_snapshots'] {
  const { target, isForward } = reference;
  if (!target || !isForward) return [];
  const { type, content, timestamp, edited_timestamp, flags, mention_roles } = target;
  const { embeds, components } = structuredClone(target);
  return [
    {
      message: {
        type,
        content,
        mentions: [],
        mention_roles,
        attachments: [],
        embeds,
        components,
        timestamp,
        edited_timestamp,
        flags,
      },
    },
  ];
}
