import type { APIAllowedMentions } from 'discord-api-types/v10';
import type { DiscordFile } from '../../discord.ts';
import { toAllowedMentions } from '../../schema/allowed-mentions.ts';
import { replaceContent } from '../../schema/components.ts';
import { toAttachments, toFiles } from '../../schema/files.ts';
import type { MessageFields } from './message-fields.ts';
import { splitContent } from './split-content.ts';

const componentsV2 = 1 << 15;

/** One message as it is sent. */
export interface MessagePart {
  readonly body: MessageBody;
  readonly files: readonly DiscordFile[];
}

/** The JSON of one message; what Discord's create and execute routes share. */
export interface MessageBody {
  readonly content?: string | undefined;
  readonly allowed_mentions: APIAllowedMentions;
  readonly flags?: number | undefined;
  readonly tts?: boolean | undefined;
  readonly embeds?: MessageFields['embeds'];
  readonly components?: MessageFields['components'];
  readonly poll?: MessageFields['poll'];
  readonly sticker_ids?: readonly string[] | undefined;
  readonly attachments?: ReturnType<typeof toAttachments>;
}

/**
 * The messages that a send makes, in order. Content that does not fit is split; embeds, files, poll,
 * stickers and components go with the last part, below all of the text. Flags and mentions hold for
 * every part.
 */
export function toMessageParts(message: MessageFields): MessagePart[] {
  const contents = message.content?.trim() ? splitContent(message.content) : [undefined];
  return contents.map((content, index) =>
    index === contents.length - 1 ? toLastPart(content, message) : toTextPart(content, message),
  );
}

function toTextPart(content: string | undefined, message: MessageFields): MessagePart {
  const { flags, tts } = message;
  const body = {
    content,
    allowed_mentions: toAllowedMentions(message.allowed_mentions),
    flags,
    tts,
  };
  return { body, files: [] };
}

function toLastPart(content: string | undefined, message: MessageFields): MessagePart {
  const { embeds, components, poll, sticker_ids, files = [] } = message;
  const { body } = toTextPart(content, message);
  const flags = replaceContent(components) ? (body.flags ?? 0) | componentsV2 : body.flags;
  return {
    body: {
      ...body,
      flags,
      embeds,
      components,
      poll,
      sticker_ids,
      ...(files.length > 0 && { attachments: toAttachments(files) }),
    },
    files: toFiles(files),
  };
}
