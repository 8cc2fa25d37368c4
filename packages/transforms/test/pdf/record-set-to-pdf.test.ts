import type { OpenTransform } from '@guildline/pipeline-core';
import { describe, expect, test } from 'vitest';
import { RecordSetToPDF } from '../../src/index.ts';
import { definePdfTransform } from '../../src/pdf/record-set-to-pdf.ts';
import { createPorts, toMessage, withTransform } from '../apply.ts';
import { readPdf } from './read-pdf.ts';

const readable = definePdfTransform({
  maximumRows: 300,
  maximumCharacters: 100_000,
  compress: false,
});

async function render(
  values: readonly unknown[],
  settings: Record<string, unknown> = {},
  transform = readable,
) {
  const ports = createPorts();
  const messages: string[] = [];
  await withTransform(
    transform,
    settings,
    async (open) => {
      for (let at = 0; at < values.length; at += 100) {
        const batch = values.slice(at, at + 100);
        messages.push(...(await open.apply(batch, batch)).map(toMessage));
      }
      await open.finish();
    },
    ports,
  );
  const bytes = Buffer.concat(ports.chunks as Uint8Array[]);
  return { bytes, messages, pages: transform === readable ? readPdf(bytes) : [] };
}

function textsOf(pages: readonly (readonly { readonly text: string }[])[]): readonly string[] {
  return pages.flatMap((lines) => lines.map(({ text }) => text));
}

describe('the table', () => {
  test('has its header row and "page / pages" on each page, and every row once, in order', async () => {
    const values = Array.from({ length: 150 }, (_, n) => ({
      id: `${1000 + n}`,
      name: `Member ${n}`,
    }));
    const { pages } = await render(values);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, lines] of pages.entries()) {
      expect(lines.slice(0, 4).map(({ text }) => text)).toEqual([
        `${index + 1} / `,
        String(pages.length),
        'id',
        'name',
      ]);
    }
    expect(pages.flatMap((lines) => lines.slice(4).map(({ text }) => text))).toEqual(
      values.flatMap(({ id, name }) => [id, name]),
    );
  });

  test('stays inside the page', async () => {
    const values = Array.from({ length: 40 }, (_, n) => ({ n, long: 'word '.repeat(n * 10) }));
    const { pages } = await render(values);
    for (const { x, y } of pages.flat()) {
      expect(x).toBeGreaterThanOrEqual(36);
      expect(x).toBeLessThan(842 - 36);
      expect(y).toBeGreaterThan(36);
      expect(y).toBeLessThan(595);
    }
  });

  test('a text longer than a page goes on over pages, and no word is lost', async () => {
    const words = Array.from({ length: 3_000 }, (_, n) => `w${n}`);
    const { pages } = await render([{ text: words.join(' ') }, { text: 'the next row' }]);
    expect(pages.length).toBeGreaterThan(2);
    const shown = pages.flatMap((lines) => lines.slice(3).map(({ text }) => text));
    expect(shown.join(' ').split(' ')).toEqual([...words, 'the', 'next', 'row']);
  });

  test('a row that fits a page is not cut by its foot', async () => {
    const values = [
      ...Array.from({ length: 42 }, (_, n) => ({ text: `row ${n}` })),
      { text: 'a\nb\nc\nd\ne\nf\ng\nh' },
    ];
    const { pages } = await render(values);
    expect(pages).toHaveLength(2);
    expect(textsOf(pages).join('')).toContain('textabcdefgh');
  });

  test('keeps line ends, spaces out tabs, and shows lists as JSON', async () => {
    const { pages } = await render([{ a: 'one\r\ntwo\tthree', b: ['1'], c: null, d: false }]);
    expect(textsOf(pages).slice(6)).toEqual(['one', 'two    three', '["1"]', 'false']);
  });

  test('shows Latin, Greek, Cyrillic and what the font has besides', async () => {
    const text = 'Äß Ελένη Иван ✓ → € “quoted”';
    const { pages } = await render([{ text }]);
    expect(textsOf(pages)).toContain(text);
  });

  test('shows a replacement for letters that the font lacks and for hidden ones', async () => {
    const { pages } = await render([
      { a: '漢字', b: 'a\u202Eb\u200Bc', c: '\u0007', d: '👨‍👩‍👧!' },
    ]);
    expect(textsOf(pages).slice(6)).toEqual(['��', 'a�b�c', '�', '�!']);
  });

  test('bears texts that need shaping', async () => {
    const { messages, pages } = await render([{ a: 'שלום مرحبا e\u0301', b: 'beside' }]);
    expect(messages).toEqual(['gave []']);
    expect(textsOf(pages)).toContain('beside');
  });

  test('has a title on the first page only, over several lines if it is long', async () => {
    const title = 'A title of many words that does not fit one line '.repeat(2).trim();
    const values = Array.from({ length: 100 }, (_, n) => ({ n }));
    const { pages } = await render(values, { title });
    const shown = (pages[0] ?? []).slice(2, 4).map(({ text }) => text);
    expect(shown.join(' ')).toBe(title);
    expect(textsOf(pages.slice(1)).join()).not.toContain('title');
  });

  test('is a document even without a record', async () => {
    expect(textsOf((await render([])).pages)).toEqual(['1 / ', '1']);
    const { pages } = await render([], { columns: ['a', 'b'] });
    expect(textsOf(pages)).toEqual(['1 / ', '1', 'a', 'b']);
  });
});

describe('limits', () => {
  test('a row too many fails and says what to do; those before it are there', async () => {
    const values = Array.from({ length: 302 }, (_, n) => ({ n }));
    const { messages, pages } = await render(values);
    expect(messages.slice(299)).toEqual([
      'gave []',
      expect.stringContaining('at most 300 rows'),
      expect.stringContaining('end the pipeline with a CSV transform'),
    ]);
    expect(textsOf(pages)).toContain('299');
    expect(textsOf(pages)).not.toContain('300');
  });

  test('too much text fails, where a line end counts as twenty letters', async () => {
    const { messages } = await render([
      { text: '\n'.repeat(4_000) },
      { text: '\n'.repeat(4_000) },
      { text: 'short' },
    ]);
    expect(messages).toEqual(['gave []', expect.stringContaining('100000 characters'), 'gave []']);
  });

  test('a text that needs shaping, which takes long, counts ten times, and is held shorter', async () => {
    const { messages } = await render([
      { text: 'م'.repeat(4_001) },
      { text: 'م '.repeat(2_000) },
      { text: 'م '.repeat(2_000) },
      { text: 'م '.repeat(2_000) },
      { text: 'short' },
    ]);
    expect(messages).toEqual([
      expect.stringContaining('longer than 4000 characters'),
      'gave []',
      'gave []',
      expect.stringContaining('100000 characters'),
      'gave []',
    ]);
  });

  test('others get a turn between rows that take long', async () => {
    let time = 0;
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    // Every look at the clock finds it ten milliseconds on.
    const ports = { ...createPorts(), clock: { now: () => (time += 10) } };
    const apply = async (open: OpenTransform) => {
      const rows = Array.from({ length: 120 }, (_, n) => ({ n }));
      setImmediate(count);
      await open.apply(rows, rows);
      isDone = true;
    };
    await withTransform(readable, {}, apply, ports);
    expect(turns).toBeGreaterThan(100);
  });

  test('a cell, a name or a row that is too large fails', async () => {
    const wide = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`c${n}`, n]));
    const { messages } = await render([
      wide,
      { ['x'.repeat(101)]: 1 },
      { a: 'x'.repeat(20_001) },
      { a: 'x'.repeat(20_000) },
    ]);
    expect(messages).toEqual([
      expect.stringContaining('17 fields, and 16 columns are possible'),
      expect.stringContaining('a name of more than 100 characters'),
      expect.stringContaining('longer than 20000 characters'),
      'gave []',
    ]);
  });

  test('sixteen columns with the longest names fit', async () => {
    const names = Array.from({ length: 16 }, (_, n) => `${'W'.repeat(98)}${n + 10}`);
    const row = Object.fromEntries(names.map((name) => [name, 'M'.repeat(300)]));
    const { pages } = await render([row]);
    const letters = textsOf(pages).join('').replaceAll(/[^M]/g, '');
    expect(letters).toHaveLength(16 * 300);
  });

  test('a title or a name of line ends does not fill the page', async () => {
    const { pages } = await render([{ ['\n'.repeat(100)]: 'x' }], { title: '\n'.repeat(120) });
    expect(pages).toHaveLength(1);
    expect(textsOf(pages)).toContain('x');
  });

  test('a column that is empty at first is wide enough for what comes later', async () => {
    const values = Array.from({ length: 150 }, (_, n) => ({ n, '': n < 149 ? '' : 'later text' }));
    expect(textsOf((await render(values)).pages)).toContain('later text');
  });

  test.each([
    [{ title: 1 }, 'title', 'must be a text'],
    [{ title: 'x'.repeat(121) }, 'title', 'longer than 120 characters'],
    [{ columns: ['x'.repeat(101)] }, 'columns', 'a name of more than 100 characters'],
    [{ columns: Array.from({ length: 17 }, (_, n) => `c${n}`) }, 'columns', 'has 17 names'],
  ])('%j is told before anything runs', (settings, name, message) => {
    expect(RecordSetToPDF.checkSettings(settings)).toEqual([
      { path: [name], message: expect.stringContaining(message) },
    ]);
  });
});

test('pages leave as soon as they are finished', async () => {
  const ports = createPorts();
  const values = Array.from({ length: 100 }, (_, n) => ({ n, text: 'word '.repeat(150) }));
  await withTransform(
    readable,
    {},
    async (open) => {
      await open.apply(values.slice(0, 50), []);
      await open.apply(values.slice(50), []);
      const before = ports.chunks.reduce((sum, { length }) => sum + length, 0);
      await open.finish();
      const after = ports.chunks.reduce((sum, { length }) => sum + length, 0);
      expect(before).toBeGreaterThan(after / 2);
    },
    ports,
  );
});

test('the same records at the same time give the same bytes', async () => {
  const first = await render([{ a: 1 }], { title: 'T' }, RecordSetToPDF);
  const second = await render([{ a: 1 }], { title: 'T' }, RecordSetToPDF);
  expect(first.bytes.equals(second.bytes)).toBe(true);
  expect(first.bytes.toString('latin1')).toMatch(
    /^%PDF-1\.7[\s\S]*\(D:20261130000000Z\)[\s\S]*%%EOF\n$/,
  );
});

test('is handed over in base64, and is not continued after a crash', () => {
  expect(RecordSetToPDF.artifact).toEqual({ mediaType: 'application/pdf', encoding: 'base64' });
  expect(RecordSetToPDF.resumable).toBeUndefined();
});
