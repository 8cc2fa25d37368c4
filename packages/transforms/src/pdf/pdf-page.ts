import { needsShaping, type PdfFont } from './pdf-font.ts';

/** How a text is written on a page. Points from the left and top edge; `y` is the text's base line. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly font: PdfFont;
  readonly size: number;
}

/** pdfkit's document, as far as pages are drawn here. */
export type PdfDocument = PDFKit.PDFDocument;

/** Writes lines, rules and grounds into the content of a document's current page. */
export class PdfPage {
  readonly #document: PdfDocument;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** Writes one line of printable text. */
  write(text: string, { x, y, font, size }: Placed): void {
    if (text === '') return;
    const { page } = this.#document;
    if (needsShaping(text)) {
      this.#document
        .font(font.name)
        .fontSize(size)
        .text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      return;
    }
    const fonts = page.fonts as Record<string, unknown>;
    fonts[font.id] ??= font.reference;
    // pdfkit turns pages upside down, so that y counts from the top; letters are turned back.
    this.#document.addContent(
      `BT 1 0 0 -1 ${round(x)} ${round(y)} Tm /${font.id} ${size} Tf <${font.encode(text)}> Tj ET`,
    );
  }

  /** Fills a rectangle with a shade of grey, 0 black to 1 white. */
  fill(left: number, top: number, width: number, height: number, grey: number): void {
    this.#document.addContent(
      `${grey} g ${round(left)} ${round(top)} ${round(width)} ${round(height)} re f 0 g`,
    );
  }
}

function round(points: number): string {
  return points.toFixed(2);
}
