import { toColumnWidths } from './column-widths.ts';
import type { PageNumbers } from './page-numbers.ts';
import type { PdfFont } from './pdf-font.ts';
import { type PdfDocument, PdfPage } from './pdf-page.ts';
import { wrapText } from './wrap-text.ts';

const size = 8;
const lineHeight = 10.5;
/** From the top of a line to the base line of its text. */
const ascent = 8;
const padding = 3;
const titleSize = 13;
const titleLineHeight = 17;
const margin = 36;
/** Sixteen of these fit a page on its side. Later rows may have more in a column than the first ones. */
const narrowest = 48;

/** What a table is made of. */
export interface PdfTableParts {
  readonly document: PdfDocument;
  readonly numbers: PageNumbers;
  readonly body: PdfFont;
  readonly bold: PdfFont;
  readonly title: string;
  readonly names: readonly string[];
  /** The first rows, from which the columns get their widths. */
  readonly sample: readonly (readonly string[])[];
}

/** A table over as many pages as it needs, with its header row on each. */
export class PdfTable {
  readonly #parts: PdfTableParts;
  readonly #page: PdfPage;
  readonly #layout: 'portrait' | 'landscape';
  readonly #widths: readonly number[];
  readonly #header: readonly (readonly string[])[];
  #y = 0;

  constructor(parts: PdfTableParts) {
    this.#parts = parts;
    this.#page = new PdfPage(parts.document);
    const needed = parts.names.map((name, column) => this.#measureColumn(name, column));
    const [short, long] = [595.28 - 2 * margin, 841.89 - 2 * margin];
    const sum = needed.reduce((total, width) => total + width, 0);
    this.#layout = sum <= short ? 'portrait' : 'landscape';
    this.#widths = toColumnWidths(needed, sum <= short ? short : long);
    this.#header = this.#wrap(parts.names.map(toOneLine), parts.bold);
    this.#startPage();
  }

  /** Writes a row below the last one; a row that is higher than a page goes on over the next ones. */
  addRow(cells: readonly string[]): void {
    const wrapped = this.#wrap(cells, this.#parts.body);
    const height = Math.max(1, ...wrapped.map(({ length }) => length));
    const isHigherThanPage = height > this.#countLines(this.#top + this.#headerHeight);
    if (height > this.#countLines(this.#y) && !isHigherThanPage) this.#startPage();
    for (let line = 0; line < height; ) {
      if (this.#countLines(this.#y) < 1) this.#startPage();
      const count = Math.min(height - line, this.#countLines(this.#y));
      this.#writeLines(wrapped, line, count, this.#parts.body);
      line += count;
    }
  }

  get #top(): number {
    return margin;
  }

  get #headerHeight(): number {
    return toHeight(Math.max(1, ...this.#header.map(({ length }) => length)));
  }

  /** How many lines of a row fit between `y` and the foot of the page. */
  #countLines(y: number): number {
    const { page } = this.#parts.document;
    return Math.floor((page.height - margin - y - 2 * padding) / lineHeight);
  }

  #startPage(): void {
    const { document, numbers, title, bold } = this.#parts;
    document.addPage({ size: 'A4', layout: this.#layout, margin });
    numbers.add();
    const isFirst = this.#y === 0;
    this.#y = this.#top;
    if (isFirst && title !== '') this.#writeTitle();
    const width = this.#widths.reduce((sum, next) => sum + next, 0);
    this.#page.fill(margin, this.#y, width, this.#headerHeight, 0.9);
    this.#writeLines(this.#header, 0, Number.POSITIVE_INFINITY, bold);
  }

  #writeTitle(): void {
    const { document, title, bold } = this.#parts;
    const width = document.page.width - 2 * margin;
    const measure = (text: string) => bold.measure(text, titleSize);
    for (const line of wrapText(toLines(toOneLine(title), bold), width, measure)) {
      const y = this.#y + titleSize;
      this.#page.write(line, { x: margin, y, font: bold, size: titleSize });
      this.#y += titleLineHeight;
    }
    this.#y += 2 * padding;
  }

  /** Writes some lines of every cell side by side, with a rule below. */
  #writeLines(
    cells: readonly (readonly string[])[],
    first: number,
    count: number,
    font: PdfFont,
  ): void {
    let x = margin;
    let height = 1;
    for (const [column, lines] of cells.entries()) {
      const shown = lines.slice(first, first + count);
      for (const [line, text] of shown.entries()) {
        const y = this.#y + padding + line * lineHeight + ascent;
        this.#page.write(text, { x: x + padding, y, font, size });
      }
      height = Math.max(height, shown.length);
      x += this.#widths[column] ?? 0;
    }
    this.#y += toHeight(height);
    this.#page.fill(margin, this.#y - 0.5, x - margin, 0.5, 0.7);
  }

  #wrap(cells: readonly string[], font: PdfFont): readonly (readonly string[])[] {
    return cells.map((cell, column) => {
      const width = (this.#widths[column] ?? 0) - 2 * padding;
      return wrapText(toLines(cell, font), width, (text) => font.measure(text, size));
    });
  }

  #measureColumn(name: string, column: number): number {
    const { body, bold, sample } = this.#parts;
    const header = bold.measure(toLines(toOneLine(name), bold), size);
    const rows = sample.flatMap((cells) =>
      toLines(cells[column] ?? '', body)
        .split('\n')
        .map((line) => body.measure(line, size)),
    );
    const widest = rows.reduce((most, width) => Math.max(most, width), header);
    // A hair more than needed, so that rounding breaks no line.
    return Math.max(narrowest, widest + 2 * padding + 0.1);
  }
}

function toHeight(lines: number): number {
  return lines * lineHeight + 2 * padding;
}

/** What stands on every page, or above everything, must not fill the page with empty lines. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A cell's text as it is printed: line ends are kept, tabs are spaces. */
function toLines(cell: string, font: PdfFont): string {
  return cell
    .replaceAll('\t', '    ')
    .split(/\r\n|\r|\n/)
    .map((line) => font.toPrintable(line))
    .join('\n');
}
