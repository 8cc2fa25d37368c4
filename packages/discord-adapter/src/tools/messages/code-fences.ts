/** A code block of a message: three backticks, perhaps a language, its code, three backticks. */
export interface CodeFence {
  /** Where the opening backticks begin. */
  readonly start: number;
  /** Where the code begins: behind the language and its line break. */
  readonly codeStart: number;
  /** Where the closing backticks begin; the end of the text if nothing closes the block. */
  readonly codeEnd: number;
  /** Behind the closing backticks; beyond the end of the text if nothing closes the block. */
  readonly end: number;
  /** Written behind the opening backticks when the block is opened again. */
  readonly language: string;
}

/** What opens and closes a code block. */
export const fenceMarker = '```';
const languageLine = /[\w+\-.#]{1,32}(?=\n)/y;

/**
 * The code blocks of a text, in order, as Discord reads them: backticks anywhere in a line open one,
 * a backslash before them does not, and inside a block nothing but three backticks counts. Linear.
 */
export function findCodeFences(text: string): CodeFence[] {
  const fences: CodeFence[] = [];
  for (let start = findOpening(text, 0); start >= 0; ) {
    languageLine.lastIndex = start + fenceMarker.length;
    const language = languageLine.exec(text)?.[0] ?? '';
    const codeStart = skipLineBreak(text, start + fenceMarker.length + language.length);
    const closing = text.indexOf(fenceMarker, codeStart);
    const codeEnd = closing < 0 ? text.length : closing;
    const end = codeEnd + fenceMarker.length;
    fences.push({ start, codeStart, codeEnd, end, language });
    start = closing < 0 ? -1 : findOpening(text, end);
  }
  return fences;
}

function findOpening(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const found = text.indexOf(fenceMarker, at);
    if (found < 0) return -1;
    if (!isEscaped(text, found, from)) return found;
    at = found;
  }
}

function isEscaped(text: string, at: number, from: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= from && text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function skipLineBreak(text: string, at: number): number {
  return text[at] === '\n' ? at + 1 : at;
}
