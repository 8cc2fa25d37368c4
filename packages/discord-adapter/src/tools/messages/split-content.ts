import { type CodeFence, fenceMarker, findCodeFences } from './code-fences.ts';
import { findHardCut } from './hard-cut.ts';

/** Characters Discord takes in the content of one message. */
export const contentLimit = 2000;

/** Room for what closes a code block at the end of a part: a line break and three backticks. */
const closing = `\n${fenceMarker}`;

/** Where a text may be cut, best first, and the share of a part that has to be filled to cut there. */
const borders = [
  { name: 'block', fill: 0.25 },
  { name: 'line', fill: 0.5 },
  { name: 'code-line', fill: 0.5 },
  { name: 'word', fill: 0.5 },
  { name: 'code-word', fill: 0.5 },
] as const;
type Border = (typeof borders)[number]['name'];

/**
 * Splits a message's content into parts of at most `limit` UTF-16 units; Discord counts characters,
 * of which there are never more. Cuts between paragraphs and code blocks where it can, else between lines, else
 * between words, and inside a word only if it is longer than a part; then never inside a character,
 * a joined emoji or a mention that fits a part.
 *
 * A code block that is cut is closed and opened again with its language, and one that was never
 * closed is closed at the end. Nothing but white space at the borders of parts is lost. Content that
 * fits is returned unchanged; blank content that does not fit has no parts. Time is linear.
 *
 * @param limit At least 100.
 */
export function splitContent(content: string, limit: number = contentLimit): string[] {
  if (content.length <= limit) return [content];
  const fences = findCodeFences(content);
  const parts: string[] = [];
  let index = 0;
  let from = 0;
  while (from < content.length) {
    while (isBehind(fences[index], from)) index += 1;
    const open = toOpenFence(fences[index], from);
    const start = open ? skipBlankCode(content, from, open, limit) : skipBlank(content, from);
    from = start;
    if (start >= (open?.end ?? content.length)) continue;
    const prefix = open ? `${fenceMarker}${open.language}\n` : '';
    const cut = findCut(content, start, limit - prefix.length, fences, index);
    const body = content.slice(start, cut.at).trimEnd();
    parts.push(prefix + body + (cut.inside ? closing : ''));
    from = cut.at;
  }
  return parts;
}

function isBehind(fence: CodeFence | undefined, from: number): boolean {
  return fence !== undefined && fence.end <= from;
}

/** The block that a part which begins at `from` is in. */
function toOpenFence(fence: CodeFence | undefined, from: number): CodeFence | undefined {
  return fence && fence.start < from ? fence : undefined;
}

interface Cut {
  readonly at: number;
  /** True if the cut is inside a code block, which is then closed. */
  readonly inside: boolean;
}

function findCut(
  text: string,
  start: number,
  room: number,
  fences: readonly CodeFence[],
  fenceIndex: number,
): Cut {
  const end = Math.min(text.length, start + room);
  const endInside = start + room - closing.length;
  const last = new Map<Border, Cut>();
  let index = fenceIndex;
  let fence = fences[index];
  for (let at = start + 1; at <= end; at += 1) {
    while (fence && fence.end < at) fence = fences[++index];
    const inside = fence !== undefined && fence.start < at && at < fence.end;
    if (inside && at > endInside) continue;
    if (at === text.length) return { at, inside };
    const border = toBorder(text, at, fence, inside);
    if (border) last.set(border, { at, inside });
  }
  const best = borders
    .map(({ name, fill }) => ({ cut: last.get(name), least: start + room * fill }))
    .find(({ cut, least }) => cut !== undefined && cut.at >= least)?.cut;
  return best ?? latest(last.values()) ?? cutHard(text, start, end, endInside, fence);
}

function toBorder(
  text: string,
  at: number,
  fence: CodeFence | undefined,
  inside: boolean,
): Border | undefined {
  if (at === fence?.start || at === fence?.end) return 'block';
  if (isInMarker(at, fence, inside)) return undefined;
  if (text[at - 1] === '\n') {
    if (inside) return 'code-line';
    return text[at - 2] === '\n' ? 'block' : 'line';
  }
  return isWordBorder(text, at) ? (inside ? 'code-word' : 'word') : undefined;
}

/** True between the ends of a block's opening or closing marker, where nothing may be cut. */
function isInMarker(at: number, fence: CodeFence | undefined, inside: boolean): boolean {
  return inside && fence !== undefined && (at <= fence.codeStart || at > fence.codeEnd);
}

/** White space ends a word; so does the punctuation of scripts that write without spaces. */
function isWordBorder(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  return /[\s。！？、，；：]/.test(before) && !/\s/.test(text[at] ?? '');
}

function latest(cuts: Iterable<Cut>): Cut | undefined {
  let found: Cut | undefined;
  for (const cut of cuts) if (!found || cut.at > found.at) found = cut;
  return found;
}

function cutHard(
  text: string,
  start: number,
  end: number,
  endInside: number,
  fence: CodeFence | undefined,
): Cut {
  const inside = fence !== undefined && fence.start < end && end < fence.end;
  if (!inside) return { at: findHardCut(text, start, end), inside };
  const least = Math.max(start, fence.codeStart);
  return { at: findHardCut(text, least, Math.min(endInside, fence.codeEnd)), inside };
}

function skipBlank(text: string, from: number): number {
  const blank = /\s*/y;
  blank.lastIndex = from;
  blank.test(text);
  return blank.lastIndex;
}

/** Skips blank lines at the start of a part; the block's end too if nothing else is left in it. */
function skipBlankCode(text: string, from: number, fence: CodeFence, limit: number): number {
  const code = Math.min(skipBlank(text, from), fence.codeEnd);
  if (code >= fence.codeEnd) return fence.end;
  const start = from + text.slice(from, code).lastIndexOf('\n') + 1;
  return code - start > limit / 2 ? code : start;
}
