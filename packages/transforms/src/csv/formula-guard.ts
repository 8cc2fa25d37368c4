import { type CellText, toCellText } from '../table/to-cell-text.ts';

/**
 * A spreadsheet runs a cell as a formula if it begins with one of these. An apostrophe before it
 * makes it text. A text that already begins with apostrophes and then one of these gets one more, so that
 * taking one away always gives back what was there.
 */
const dangerous = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A text that no spreadsheet runs. */
export function guardFormula(text: string): string {
  return isLetter(text.charCodeAt(0)) || !dangerous.test(text) ? text : `'${text}`;
}

/** True for what most texts begin with, so that most are not looked at twice. */
function isLetter(code: number): boolean {
  return (code > 0x40 && code < 0xff00) || (code >= 0x30 && code <= 0x39);
}

/** Takes away what `guardFormula` added. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text;
}

/** The text of a value in a CSV cell: texts are guarded, numbers stay as they are. */
export function toGuardedText(value: unknown): CellText {
  return typeof value === 'string' ? { text: guardFormula(value) } : toCellText(value);
}
