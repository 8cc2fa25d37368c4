import { untrusted } from '@guildline/mcp-core';
import type { APIAttachment, APIEmbed, APIMessage, APIPoll } from 'discord-api-types/v10';
import * as z from 'zod';
import { formatEmoji } from '../../schema/emoji.ts';
import { toTimestamp } from '../../schema/timestamp.ts';
import { toUser, userOutput } from '../users/user.ts';

const text = () => untrusted(z.string());

/** A message as every reading tool returns it. Optional keys are there if the message has such a part. */
export function messageOutput() {
  return z.object({
    id: z.string(),
    channel_id: z.string(),
    author: userOutput(),
    content: text(),
    timestamp: z.string(),
    edited_timestamp: z.string().nullable(),
    type: z.int(),
    pinned: z.boolean(),
    attachments: z.array(
      z.object({
        id: z.string(),
        filename: text(),
        size: z.int(),
        content_type: z.string().optional(),
        url: z.string(),
      }),
    ),
    embeds: z.array(
      z.object({
        title: text().optional(),
        description: text().optional(),
        url: text().optional(),
        fields: z.array(z.object({ name: text(), value: text() })).optional(),
      }),
    ),
    reactions: z.array(z.object({ emoji: text(), count: z.int(), me: z.boolean() })),
    message_reference: z
      .object({ type: z.int(), channel_id: z.string(), message_id: z.string().optional() })
      .nullable(),
    forwarded_content: text().optional(),
    component_texts: z.array(text()).optional(),
    stickers: z.array(text()).optional(),
    poll: z
      .object({
        question: text(),
        answers: z.array(z.object({ id: z.int(), text: text(), votes: z.int() })),
        expiry: z.string().nullable(),
      })
      .optional(),
    thread_id: z.string().optional(),
  });
}

type Message = z.input<ReturnType<typeof messageOutput>>;

export function toMessage(message: APIMessage): Message {
  return {
    id: message.id,
    channel_id: message.channel_id,
    author: toUser(message.author),
    content: message.content,
    timestamp: toTimestamp(message.timestamp),
    edited_timestamp: toTimestamp(message.edited_timestamp),
    type: message.type,
    pinned: message.pinned,
    attachments: message.attachments.map(toAttachment),
    embeds: message.embeds.map(toEmbed),
    reactions: (message.reactions ?? []).map(({ emoji, count, me }) => ({
      emoji: formatEmoji(emoji),
      count,
      me,
    })),
    message_reference: toReference(message.message_reference),
    ...toRareParts(message),
  };
}

function toRareParts(message: APIMessage): Partial<Message> {
  const [snapshot] = message.message_snapshots ?? [];
  const texts = toComponentTexts(message.components ?? []);
  return {
    ...(snapshot && { forwarded_content: snapshot.message.content }),
    ...(texts.length > 0 && { component_texts: texts }),
    ...(message.sticker_items?.length && {
      stickers: message.sticker_items.map(({ name }) => name),
    }),
    ...(message.poll && { poll: toPoll(message.poll) }),
    ...(message.thread && { thread_id: message.thread.id }),
  };
}

function toAttachment({ id, filename, size, content_type, url }: APIAttachment) {
  return { id, filename, size, url, ...(content_type && { content_type }) };
}

function toEmbed({ title, description, url, fields }: APIEmbed) {
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(url && { url }),
    ...(fields?.length && { fields: fields.map(({ name, value }) => ({ name, value })) }),
  };
}

function toReference(reference: APIMessage['message_reference']) {
  if (!reference) return null;
  const { type, channel_id, message_id } = reference;
  return { type: type ?? 0, channel_id, ...(message_id && { message_id }) };
}

function toPoll({ question, answers, expiry, results }: APIPoll): NonNullable<Message['poll']> {
  const votes = new Map(results?.answer_counts.map(({ id, count }) => [id, count]));
  return {
    question: question.text ?? '',
    answers: answers.map(({ answer_id, poll_media }) => ({
      id: answer_id,
      text: poll_media.text ?? '',
      votes: votes.get(answer_id) ?? 0,
    })),
    expiry: toTimestamp(expiry),
  };
}

/** The texts of the components that stand in place of content, in reading order. */
function toComponentTexts(components: readonly object[]): string[] {
  return components.flatMap((component) => {
    const {
      type,
      content,
      components: nested,
    } = component as {
      readonly type: number;
      readonly content?: string;
      readonly components?: readonly object[];
    };
    return type === textDisplay && content ? [content] : toComponentTexts(nested ?? []);
  });
}

const textDisplay = 10;
