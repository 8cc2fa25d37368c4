/** One letter as a page's content names it. */
export interface Glyph {
  /** Its number in the embedded font, in hexadecimal. */
  readonly code: string;
  /** Thousandths of the font's size. */
  readonly width: number;
}

/** The part of pdfkit's fonts that this file uses and that pdfkit's types do not list. */
export interface EmbeddedFont {
  readonly id: string;
  ref(): unknown;
  /** Numbers of the glyphs, which become part of the document, and where they stand. */
  encode(text: string): readonly [readonly string[], readonly { readonly advanceWidth: number }[]];
}

/** What the font has no letter for. */
const replacement = '\uFFFD';

/** The number of the glyph that fonts draw for a letter that they do not have. */
const missing = '0000';

/** Marks, and scripts whose letters change or turn with their neighbours. */
const shaped = /[\p{M}\u0590-\u1CFF\uA800-\uABFF\uFB1D-\uFDFF\uFE70-\uFEFE]/u;

/** True if a text cannot be drawn letter by letter. That takes tens of microseconds a letter. */
export function needsShaping(text: string): boolean {
  return shaped.test(text);
}

/** Letters that show nothing and change what stands around them, and control characters. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * A font of a document. pdfkit shapes every text that it draws, which takes a tenth of a millisecond
 * and more; here each letter is looked up once. Texts that need shaping are told apart.
 */
export class PdfFont {
  /** The name under which the document knows it. */
  readonly name: string;
  readonly #font: EmbeddedFont;
  readonly #glyphs = new Map<string, Glyph | undefined>();
  readonly #segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

  constructor(name: string, font: EmbeddedFont) {
    this.name = name;
    this.#font = font;
  }

  /** Its name in a page's content. */
  get id(): string {
    return this.#font.id;
  }

  /** What a page's resources hold under its name. */
  get reference(): unknown {
    return this.#font.ref();
  }

  /** A text in which everything that cannot be seen or drawn is a visible replacement. */
  toPrintable(text: string): string {
    if ([...text].every((letter) => this.#find(letter) !== undefined)) return text;
    let printable = '';
    for (const { segment } of this.#segmenter.segment(text.replaceAll('\uFE0F', ''))) {
      const isKnown = [...segment].every((letter) => this.#find(letter) !== undefined);
      printable += isKnown ? segment : replacement;
    }
    return printable;
  }

  /** The width of a printable text, in points. */
  measure(text: string, size: number): number {
    let width = 0;
    for (const letter of text) width += this.#glyph(letter).width;
    return (width * size) / 1000;
  }

  /** The numbers of a printable text's glyphs, in hexadecimal. */
  encode(text: string): string {
    let codes = '';
    for (const letter of text) codes += this.#glyph(letter).code;
    return codes;
  }

  #glyph(letter: string): Glyph {
    return this.#find(letter) ?? this.#find(replacement) ?? { code: missing, width: 600 };
  }

  #find(letter: string): Glyph | undefined {
    if (!this.#glyphs.has(letter)) this.#glyphs.set(letter, this.#lookUp(letter));
    return this.#glyphs.get(letter);
  }

  #lookUp(letter: string): Glyph | undefined {
    if (hidden.test(letter)) return undefined;
    const [codes, positions] = this.#font.encode(letter);
    if (codes.length === 0 || codes.includes(missing)) return undefined;
    const width = positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
    return { code: codes.join(''), width };
  }
}
