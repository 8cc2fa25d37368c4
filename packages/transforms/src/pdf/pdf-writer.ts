import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtifactSink, Clock } from '@guildline/pipeline-core';
import { PageNumbers } from './page-numbers.ts';
import { type EmbeddedFont, PdfFont } from './pdf-font.ts';
import type { PdfDocument } from './pdf-page.ts';
import { PdfTable } from './pdf-table.ts';

/** Milliseconds of work after which the rest of the process gets a turn. */
const turn = 10;
/** Rows from which the columns get their widths. */
const sampleSize = 100;

/** What a document is made with. */
export interface PdfWriterOptions {
  readonly sink: ArtifactSink;
  readonly clock: Clock;
  readonly title: string;
  /** Asked for once, when the first row is written or the document ends. */
  readonly findNames: () => readonly string[];
  /** False only where a test reads the pages. */
  readonly compress: boolean;
}

/** Writes rows as a PDF document; finished pages leave at once. */
export class PdfWriter {
  readonly #options: PdfWriterOptions;
  readonly #document: PdfDocument;
  readonly #numbers: PageNumbers;
  #waiting: (readonly string[])[] = [];
  #table: PdfTable | undefined;

  private constructor(options: PdfWriterOptions, document: PdfDocument) {
    this.#options = options;
    this.#document = document;
    this.#numbers = new PageNumbers(document);
  }

  static async create(options: PdfWriterOptions): Promise<PdfWriter> {
    const { default: PDFDocument } = await import('pdfkit');
    const { title, clock, compress } = options;
    const CreationDate = new Date(clock.now());
    const document = new PDFDocument({
      autoFirstPage: false,
      compress,
      displayTitle: true,
      fontLayoutCache: false,
      pdfVersion: '1.7',
      // None yet: pdfkit would read one that nothing uses.
      font: '',
      info: { ...(title !== '' && { Title: title }), Creator: 'Guildline', CreationDate },
    });
    return new PdfWriter(options, document);
  }

  async write(rows: readonly (readonly string[])[]): Promise<void> {
    if (this.#table) await this.#addRows(this.#table, rows);
    else this.#waiting.push(...rows);
    if (this.#waiting.length >= sampleSize) await this.#begin();
    await this.#drain();
  }

  async finish(): Promise<void> {
    if (!this.#table) await this.#begin();
    this.#numbers.finish();
    this.#document.end();
    await this.#drain();
  }

  close(): void {
    this.#document.destroy();
  }

  async #begin(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    const fonts = findFonts();
    this.#table = new PdfTable({
      document: this.#document,
      numbers: this.#numbers,
      body: this.#createFont('body', fonts.body),
      bold: this.#createFont('bold', fonts.bold),
      title: this.#options.title,
      names: this.#options.findNames(),
      sample: rows.slice(0, sampleSize),
    });
    await this.#addRows(this.#table, rows);
  }

  /** Long texts take their time; others get a turn in between. */
  async #addRows(table: PdfTable, rows: readonly (readonly string[])[]): Promise<void> {
    const { clock } = this.#options;
    let turnEnds = clock.now() + turn;
    for (const row of rows) {
      table.addRow(row);
      if (clock.now() < turnEnds) continue;
      await nextTurn();
      turnEnds = clock.now() + turn;
    }
  }

  #createFont(name: string, path: string): PdfFont {
    this.#document.registerFont(name, path).font(name);
    // pdfkit's types keep its font objects to themselves.
    return new PdfFont(name, (this.#document as unknown as { _font: EmbeddedFont })._font);
  }

  /** Gives the sink what pdfkit has finished. */
  async #drain(): Promise<void> {
    for (;;) {
      const bytes = this.#document.read() as Uint8Array | null;
      if (bytes === null) return;
      await this.#options.sink.write(bytes);
    }
  }
}

/** Where the fonts are, beside this file or beside the bundle that it became a part of. */
function findFonts(): { readonly body: string; readonly bold: string } {
  const require = createRequire(import.meta.url);
  return {
    body: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  };
}
