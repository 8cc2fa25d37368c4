import type { APIPartialEmoji } from 'discord-api-types/v10';
import * as z from 'zod';

const customEmoji = /^(?:<a?:)?(\w{2,32}:\d{17,20})>?$/;
/** Nothing that a path could trip over, and something that only an emoji has. */
const safeInPath = /^[^\s/%?\\A-Za-z:<>.\p{Cs}]{1,64}$/u;
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** A reaction's emoji: the character itself, or `name:id` of a custom one. */
export function emoji() {
  return z
    .string()
    .min(1)
    .max(100)
    .refine((text) => customEmoji.test(text) || isUnicodeEmoji(text), {
      error:
        'Not an emoji: pass the character itself (👋, not :wave:) or name:id of a custom emoji.',
    })
    .describe('The character itself (👋, not :wave:), or name:id of a custom emoji');
}

/** An accepted emoji argument as Discord's routes want it, not yet URL-encoded. */
export function toEmojiParameter(text: string): string {
  return customEmoji.exec(text)?.[1] ?? text;
}

/** Discord's emoji in the form that {@link emoji} accepts. */
export function formatEmoji({ id, name }: Pick<APIPartialEmoji, 'id' | 'name'>): string {
  return id ? `${name || '_'}:${id}` : (name ?? '');
}

function isUnicodeEmoji(text: string): boolean {
  return safeInPath.test(text) && pictograph.test(text);
}
