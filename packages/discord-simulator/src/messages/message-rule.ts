import { list } from '../validate/collections.ts';
import { nullish, type Output, object, type Rule } from '../validate/rule.ts';
import { boolean, choice, integer, snowflake, text } from '../validate/scalars.ts';
import type { Spot } from '../validate/spot.ts';
import type { Component } from './component-rule.ts';
import { checkLayout, componentsRule } from './components.ts';
import { embedsRule } from './embeds.ts';
import { allowedMentionsRule } from './mentions.ts';
import { pollRule } from './polls.ts';

export const MessageFlag = {
  SuppressEmbeds: 1 << 2,
  SuppressNotifications: 1 << 12,
  IsVoiceMessage: 1 << 13,
  IsComponentsV2: 1 << 15,
  Crossposted: 1 << 0,
  HasThread: 1 << 5,
} as const;

const nonce: Rule<string | number> = (value, spot) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  return text({ max: 25 })(value, spot);
};

/** The fields a message has in every request that writes one. */
export const contentFields = {
  content: nullish(text({ max: 2000 })),
  embeds: nullish(embedsRule()),
  allowed_mentions: nullish(allowedMentionsRule),
  components: nullish(componentsRule()),
  attachments: nullish(
    list(
      object({
        id: snowflake(),
        filename: nullish(text({ min: 1, max: 1024 })),
        description: nullish(text({ max: 1024 })),
        title: nullish(text({ max: 1024 })),
      }),
      { max: 10 },
    ),
  ),
  flags: nullish(integer({ min: 0, max: 0x7f_ff_ff_ff })),
};

export const messageRule = object({
  ...contentFields,
  tts: nullish(boolean()),
  nonce: nullish(nonce),
  enforce_nonce: nullish(boolean()),
  sticker_ids: nullish(list(snowflake(), { max: 3 })),
  poll: nullish(pollRule),
  message_reference: nullish(
    object({
      type: nullish(choice(0, 1)),
      message_id: snowflake(),
      channel_id: nullish(snowflake()),
      guild_id: nullish(snowflake()),
      fail_if_not_exists: nullish(boolean()),
    }),
  ),
});

/** A message as it came in. */
export type MessageDraft = Output<typeof messageRule>;

/** The fields that bind each other. */
export interface ConnectedFields {
  readonly flags?: number | null;
  readonly components?: readonly Component[] | null;
  readonly content?: unknown;
  readonly embeds?: unknown;
  readonly sticker_ids?: unknown;
  readonly poll?: unknown;
}

/** The rules that connect the fields: what `IS_COMPONENTS_V2` allows, and how components are laid out. */
export function checkMessage(draft: ConnectedFields, spot: Spot): void {
  const v2 = ((draft.flags ?? 0) & MessageFlag.IsComponentsV2) !== 0;
  checkLayout(draft.components ?? [], v2, spot.at('components'));
  if (!v2) return;
  for (const key of ['content', 'embeds', 'sticker_ids', 'poll'] as const) {
    const value = draft[key];
    if (!value || (Array.isArray(value) && value.length === 0)) continue;
    spot
      .at(key)
      .fail(
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      );
  }
}
