import type { PdfDocument } from './pdf-page.ts';

const size = 7;
/** Widths of the letters of Helvetica, which every reader has, in thousandths of its size. */
const digitWidth = 556;
const spaceAndSlashWidth = 278;

/**
 * Page numbers like "3 / 12". Pages leave the process one by one, before it is known how many there
 * will be, so the total is an object of its own, which every page shows and which is written last.
 */
export class PageNumbers {
  readonly #document: PdfDocument;
  readonly #font: unknown;
  readonly #total: PDFKit.PDFKitReference & { end(content: string): void };
  #pages = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
    const font = document.ref({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' });
    end(font);
    this.#font = font;
    this.#total = document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -size, 20 * size, size],
      Resources: { Font: { PageNumber: font } },
    }) as PDFKit.PDFKitReference & { end(content: string): void };
  }

  /** Writes the number of the current page at the middle of its foot. */
  add(): void {
    this.#pages += 1;
    const { page } = this.#document;
    (page.fonts as Record<string, unknown>)['PageNumber'] = this.#font;
    (page.xobjects as Record<string, unknown>)['PageTotal'] = this.#total;
    const middle = page.width / 2;
    const foot = page.height - page.margins.bottom / 2;
    const text = `${this.#pages} / `;
    const width = String(this.#pages).length * digitWidth + 3 * spaceAndSlashWidth;
    const left = middle - (width * size) / 1000;
    this.#document.addContent(
      `q 1 0 0 -1 ${left.toFixed(2)} ${foot.toFixed(2)} cm BT /PageNumber ${size} Tf (${text}) Tj ET Q`,
    );
    this.#document.addContent(
      `q 1 0 0 -1 ${middle.toFixed(2)} ${foot.toFixed(2)} cm /PageTotal Do Q`,
    );
  }

  /** Writes the total. Called once, after the last page was added. */
  finish(): void {
    this.#total.end(`BT /PageNumber ${size} Tf (${this.#pages}) Tj ET`);
  }
}

function end(reference: PDFKit.PDFKitReference): void {
  (reference as unknown as { end(): void }).end();
}
