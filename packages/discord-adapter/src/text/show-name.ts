import { makeVisible, redactText } from '@guildline/mcp-core';

/** Code points of a name that a person is shown. */
const nameLength = 40;

/**
 * Text by somebody else for one line of a question to a person: between `⟦` and `⟧`, which the text
 * itself cannot hold, on a single line, with everything hidden written out (`‹U+202E›`), without what
 * looks like a secret, and cut to so many code points.
 */
export function showText(text: string, length: number): string {
  // Before the cut: half a secret is not known by its looks.
  const line = makeVisible(redactText(text))
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[⟦⟬〚]/g, '[')
    .replaceAll(/[⟧⟭〛]/g, ']');
  return `⟦${isolate(shorten(line, length))}⟧`;
}

/** A name as a person who approves is shown it; it cannot pass for a part of the question. */
export function showName(name: string): string {
  return showText(name, nameLength);
}

/** Letters that are written from right to left turn what stands around them, unless they are isolated. */
function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function shorten(line: string, length: number): string {
  // No more of a long text is taken apart than can be shown.
  const characters = [...line.slice(0, 2 * length + 2)];
  if (characters.length <= length) return line;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .replace(brokenEnd, '')}…`;
}

/** What a cut may leave behind: half of a hidden character's name, or what would join the next emoji. */
const brokenEnd = /(?:‹[^›]{0,12}|[\u200c\u200d]|\u{1f3f4}[\u{e0020}-\u{e007f}]+|\s)$/u;
