const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Units behind a cut that are looked at, to see whether a character goes on there. */
const lookAhead = 64;
/** Longest mention, emoji or timestamp tag that is kept whole: `<:name:id>` and its like. */
const longestTag = 100;

/**
 * Where to cut a run of text that has no better border: at `end`, or a little before it so that no
 * surrogate pair, joined emoji, escape or `<tag>` is torn apart. Always behind `start`.
 */
export function findHardCut(text: string, start: number, end: number): number {
  const outsideTag = beforeTag(text, start, end);
  const whole = beforeGrapheme(text, start, outsideTag);
  if (whole > start) return endsInEscape(text, start, whole) ? whole - 1 : whole;
  return isInSurrogatePair(text, end) && end - 1 > start ? end - 1 : end;
}

/** True if the last backslash before a cut would escape what comes behind it. */
function endsInEscape(text: string, start: number, end: number): boolean {
  let backslashes = 0;
  while (backslashes < end - start && text[end - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1 && end - 1 > start;
}

function beforeTag(text: string, start: number, end: number): number {
  const from = Math.max(start + 1, end - longestTag);
  const open = text.slice(from, end).lastIndexOf('<');
  if (open < 0) return end;
  const tag = /^<[^\s<>]*>/.exec(text.slice(from + open, from + open + longestTag));
  return tag && from + open + tag[0].length > end ? from + open : end;
}

function beforeGrapheme(text: string, start: number, end: number): number {
  const window = text.slice(start, end + lookAhead);
  const around = graphemes.segment(window).containing(end - start);
  return around ? start + around.index : end;
}

function isInSurrogatePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
