/** Width of a text in points. */
export type Measure = (text: string) => number;

/**
 * The lines of a text that fit a width: broken at spaces, and inside a word only if the word is wider
 * than a line. A line is never empty unless the text has an empty line, and no letter but the spaces at a
 * break is left out.
 */
export function wrapText(text: string, width: number, measure: Measure): readonly string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): readonly string[] {
  if (measure(paragraph) <= width) return [paragraph];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of paragraph.match(/ +|[^ ]+/g) ?? []) {
    const length = measure(word);
    if (used + length <= width) {
      line += word;
      used += length;
      continue;
    }
    if (line.trimEnd() !== '') lines.push(line.trimEnd());
    [line, used] = ['', 0];
    if (word.startsWith(' ')) continue;
    const parts = length <= width ? [word] : breakWord(word, width, measure);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
    used = measure(line);
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd());
  return lines.length > 0 ? lines : [''];
}

function breakWord(word: string, width: number, measure: Measure): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const letter of word) {
    const length = measure(letter);
    if (part !== '' && used + length > width) {
      parts.push(part);
      [part, used] = ['', 0];
    }
    part += letter;
    used += length;
  }
  parts.push(part);
  return parts;
}
