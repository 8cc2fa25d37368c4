/** What a page shows: each line of text with its place, in the order of its content. */
export interface ReadLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Reads the pages of a document that pdfkit wrote without compression. */
export function readPdf(bytes: Uint8Array): readonly (readonly ReadLine[])[] {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'));
  const letters = new Map<string, ReadonlyMap<string, string>>();
  const pages: (readonly ReadLine[])[] = [];
  for (const body of objects.values()) {
    if (!/\/Type \/Page\n/.test(body)) continue;
    const resources = follow(objects, body, 'Resources');
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      if (!letters.has(name)) letters.set(name, readLetters(objects, objects.get(id) ?? ''));
    }
    const total = follow(objects, resources, 'PageTotal');
    pages.push([
      ...readLines(streamOf(follow(objects, body, 'Contents')), letters, streamOf(total)),
    ]);
  }
  return pages;
}

function readObjects(pdf: string): ReadonlyMap<string, string> {
  const matches = pdf.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms);
  return new Map(Array.from(matches, ([, id = '', body = '']) => [id, body]));
}

function follow(objects: ReadonlyMap<string, string>, body: string, key: string): string {
  const id = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  return objects.get(id ?? '') ?? '';
}

function streamOf(body: string): string {
  return /stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '';
}

/** The text of each glyph number, from the table that a font carries for copying text. */
function readLetters(
  objects: ReadonlyMap<string, string>,
  font: string,
): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  const table = streamOf(follow(objects, font, 'ToUnicode'));
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[(.*?)\]/g)) {
    const texts = Array.from(list.matchAll(/<([^>]*)>/g), ([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    );
    for (const [index, text] of texts.entries()) {
      map.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), text);
    }
  }
  return map;
}

function* readLines(
  content: string,
  letters: ReadonlyMap<string, ReadonlyMap<string, string>>,
  total: string,
): Generator<ReadLine> {
  const shown =
    /1 0 0 -1 ([\d.]+) ([\d.]+) Tm \/(F\d+) [\d.]+ Tf <(\w+)>|1 0 0 -1 ([\d.]+) ([\d.]+) cm (?:BT .*?\((.*?)\)|\/PageTotal Do)/g;
  for (const match of content.matchAll(shown)) {
    const [, x, y, font = '', codes = '', left, foot, plain] = match;
    const glyphs = letters.get(font);
    const text = glyphs
      ? (codes.match(/.{4}/g) ?? []).map((code) => glyphs.get(code) ?? '?').join('')
      : (plain ?? /\((.*?)\)/.exec(total)?.[1] ?? '?');
    yield { text, x: Number(x ?? left), y: Number(y ?? foot) };
  }
}
