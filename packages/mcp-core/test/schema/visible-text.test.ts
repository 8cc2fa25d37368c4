import { expect, test } from 'vitest';
import * as z from 'zod';
import { makeVisible, untrusted } from '../../src/index.ts';
import { createFence, fenceResult } from '../../src/schema/fence.ts';

const shown = (code: number) => `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test.each([
  ['marks that turn the direction', [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e)]],
  ['isolates', range(0x2066, 0x2069)],
  ['zero-width characters', [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x180e]],
  ['invisible operators and fillers', [...range(0x2061, 0x2064), 0x115f, 0x1160, 0x3164, 0xffa0]],
  ['soft hyphen and grapheme joiner', [0x00ad, 0x034f]],
  ['controls', [...range(0, 8), 0x0b, 0x0c, 0x0d, 0x1b, 0x7f, 0x85, 0x9b]],
  ['line and paragraph separators', [0x2028, 0x2029]],
  ['annotations', range(0xfff9, 0xfffb)],
  ['tags that spell out text', [0xe0001, 0xe0041, 0xe007f]],
  ['variation selectors that vary nothing', [0xfe00, 0xfe0f, 0xe0100]],
])('%s are written out', (_what, codes) => {
  for (const code of codes) {
    const character = String.fromCodePoint(code);
    expect(makeVisible(`a${character}b`)).toBe(`a${shown(code)}b`);
    expect(makeVisible(character)).toBe(shown(code));
  }
});

test.each([
  ['plain text', 'Hello, world! ‹U+202E› ⟦x⟧'],
  ['newlines and tabs', 'one\n\ttwo\r\nthree'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a profession with a skin tone', '👩🏽‍🚀 🧑🏿‍❤️‍💋‍🧑🏻'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['an emoji in its two styles', '❤️ ❤︎ ☝🏽️'],
  ['a keycap', '1️⃣ #️⃣'],
  ['the flags of countries and regions', '🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a variant of an ideograph', '葛󠄀 禰󠄁'],
  ['Persian with a zero-width non-joiner', 'می‌خواهم'],
  ['Malayalam and Sinhala with joiners', 'ക്‍ഷ ශ්‍රී'],
  ['Arabic, Hebrew and combining marks', 'مرحبا שלום é ḍ̇'],
  ['an ideographic and a no-break space', 'a\u3000b\u00a0c'],
])('%s stays as it is', (_what, text) => {
  expect(makeVisible(text)).toBe(text);
});

test.each([
  ['a joiner behind an emoji that joins nothing', '👩‍ x', '👩‹U+200D› x'],
  ['a second variation selector', '😀️️', '😀️‹U+FE0F›'],
  ['selectors that spell bytes', '😀\u{e0157}\u{e0158}', '😀‹U+E0157›‹U+E0158›'],
  [
    'a flag with a sentence in its tags',
    '🏴\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0020}\u{e007f}',
    '🏴‹U+E0069›‹U+E0067›‹U+E006E›‹U+E006F›‹U+E0072›‹U+E0065›‹U+E0020›‹U+E007F›',
  ],
  ['a non-joiner between Latin letters', 'ad\u200cmin', 'ad‹U+200C›min'],
  ['a carriage return that would overwrite a line', 'a\rb', 'a‹U+000D›b'],
  ['half of a surrogate pair', 'a\ud800b', 'a‹U+D800›b'],
  ['an escape sequence of a terminal', '\u001b[2Jx', '‹U+001B›[2Jx'],
])('%s is written out', (_what, text, expected) => {
  expect(makeVisible(text)).toBe(expected);
});

test('a long run is counted, so that hidden text cannot make an answer many times as long', () => {
  const visible = makeVisible(`a${'\u200b\u200c'.repeat(10_000)}b`);
  expect(visible).toMatch(/^a(‹U\+200[BC]›){16}‹and 19984 more›b$/);
});

test('a fence shows hidden characters and keeps the lines of the text', () => {
  const schema = z.object({ content: untrusted(z.string()), id: z.string() });
  const result = { content: 'one\n\u202etwo', id: '\u202e' };
  const fenced = fenceResult(schema, result, createFence()) as typeof result;
  expect(fenced.content).toContain('⟧one\n‹U+202E›two⟦');
  expect(fenced.id).toBe('\u202e');
});
