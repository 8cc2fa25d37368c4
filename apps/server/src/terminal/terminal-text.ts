import { makeVisible } from '@guildline/mcp-core';

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Text for one line of a terminal: what a caller sent cannot move the cursor, turn the direction of
 * the line or pose as another line.
 */
export function toTerminalText(text: string): string {
  return makeVisible(text).replaceAll('\n', '‹U+000A›').replaceAll('\t', '‹U+0009›');
}

/** JSON of a value, on one line or indented, in which the same characters are written as JSON escapes. */
export function toTerminalJson(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation).replaceAll(hidden, (character) =>
    character === '\n' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
