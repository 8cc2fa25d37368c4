import { readFileSync } from 'node:fs';

/** A fenced block of a Markdown file. */
export interface Fence {
  /** Everything after the backticks: `json steps`. */
  readonly info: string;
  readonly text: string;
}

/** Reads a Markdown file of this repository; the path is relative to the package. */
export function readMarkdown(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** The fenced blocks of a text, in order. */
export function fencesOf(markdown: string): readonly Fence[] {
  const matches = markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms);
  return Array.from(matches, ([, info = '', text = '']) => ({ info, text }));
}

/** The rows of every table with these column names; cells that are code come without backticks. */
export function rowsOf(markdown: string, columns: readonly string[]): readonly string[][] {
  const rows: string[][] = [];
  let isInside = false;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|') ? splitRow(line) : undefined;
    if (!cells) isInside = false;
    else if (isInside && !/^-+$/.test(cells[0] ?? '')) rows.push(cells);
    else if (cells.join('|') === columns.join('|')) isInside = true;
  }
  return rows;
}

function splitRow(line: string): string[] {
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  return cells.map((cell) => {
    const text = cell.trim().replaceAll('\\|', '|');
    const [, , code] = /^(`+)(.*)\1$/.exec(text) ?? [];
    return code === undefined ? text : code.replace(/^ (.*) $/, '$1');
  });
}
