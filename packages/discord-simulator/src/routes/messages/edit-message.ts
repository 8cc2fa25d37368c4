import { ApiError, apiError } from '../../http/api-error.ts';
import { type Answer, ok, type RequestContext } from '../../http/route.ts';
import { toAttachments } from '../../messages/attachments.ts';
import { toStoredComponents } from '../../messages/components.ts';
import { toStoredEmbeds } from '../../messages/embeds.ts';
import { findMentions } from '../../messages/mentions.ts';
import { checkMessage, contentFields, MessageFlag } from '../../messages/message-rule.ts';
import { toMessage } from '../../present/message.ts';
import { type Output, object, parse } from '../../validate/rule.ts';
import { toTimestamp } from '../../validate/scalars.ts';
import type { ChannelRecord } from '../../world/channel-records.ts';
import type { MessageRecord } from '../../world/message-records.ts';
import { requireMessage } from './read-messages.ts';

const SETTABLE = MessageFlag.SuppressEmbeds | MessageFlag.IsComponentsV2;
const rule = object(contentFields);

export type MessageEdit = Output<typeof rule>;

export function editMessage(context: RequestContext): Answer {
  const { actor, authority, param, body } = context;
  const channel = authority.requireChannel(param('channel_id'));
  const message = requireMessage(context, channel);
  if (channel.thread_metadata?.archived) throw apiError(50083);
  const edit = parseEdit(body, message);
  if (message.author_id !== actor.id || message.webhook_id) {
    const onlyFlags = Object.keys(edit).every((key) => key === 'flags');
    if (!onlyFlags) throw apiError(50005);
    authority.requireInChannel(channel, 'ManageMessages');
  }
  const mayPingAll = authority.mayInChannel(channel, 'MentionEveryone');
  applyEdit(context, channel, message, edit, mayPingAll);
  return ok(toMessage(context, message));
}

/**
 * Reads an edit; the flag of the message decides which components it may have. An edit that sets the
 * flag must take away the text and embeds that are there.
 */
export function parseEdit(body: unknown, message: MessageRecord): MessageEdit {
  const kept = message.flags & MessageFlag.IsComponentsV2;
  return parse(rule, body, (edit, spot) =>
    checkMessage(
      {
        ...edit,
        content: edit.content === undefined ? message.content : edit.content,
        embeds: edit.embeds === undefined ? message.embeds : edit.embeds,
        flags: (edit.flags ?? 0) | kept,
      },
      spot,
    ),
  );
}

/** Changes what the edit names; refuses one that would leave nothing to see. */
export function applyEdit(
  context: RequestContext,
  channel: ChannelRecord,
  message: MessageRecord,
  edit: MessageEdit,
  mayPingAll: boolean,
): void {
  const { state, now } = context;
  if (message.poll) throw new ApiError(400, 520003, 'Cannot edit a poll message');
  const patch = toPatch(context, channel, message, edit, mayPingAll);
  const planned = { ...message, ...patch };
  const lists = [planned.embeds, planned.components, planned.attachments, planned.sticker_ids];
  if (!planned.content && lists.every(({ length }) => length === 0)) throw apiError(50006);
  const onlyFlags = Object.keys(edit).every((key) => key === 'flags');
  state.messages.update(message, {
    ...patch,
    ...(!onlyFlags && { edited_timestamp: toTimestamp(now) }),
  });
}

function toPatch(
  context: RequestContext,
  channel: ChannelRecord,
  message: MessageRecord,
  edit: MessageEdit,
  mayPingAll: boolean,
): Partial<MessageRecord> {
  const { state, ids, files } = context;
  const content = edit.content === undefined ? message.content : (edit.content ?? '');
  const { attachments: kept, embeds, components, flags } = edit;
  const replied = state.messages.get(message.message_reference?.message_id ?? '');
  const mentions =
    edit.content !== undefined &&
    findMentions(state, channel, {
      content,
      allowed: edit.allowed_mentions,
      repliedTo: replied?.author_id,
      mayPingAll,
    });
  return {
    content,
    ...mentions,
    ...(embeds !== undefined && { embeds: toStoredEmbeds(embeds ?? []) }),
    ...(components !== undefined && { components: toStoredComponents(components ?? [], ids) }),
    ...(typeof flags === 'number' && {
      flags: (message.flags & ~MessageFlag.SuppressEmbeds) | (flags & SETTABLE),
    }),
    ...((kept || files.length > 0) && {
      attachments: [
        ...message.attachments.filter(({ id }) => !kept || kept.some((each) => each.id === id)),
        ...toAttachments(files, kept, ids),
      ],
    }),
  };
}
