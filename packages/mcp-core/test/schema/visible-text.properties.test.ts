import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeVisible } from '../../src/index.ts';

/** Texts with many of the characters that matter, beside those they may belong to. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('👩', '❤', '🏽', '🏴', '\u{e0067}', '\u{e007f}', '葛', 'م', 'ക', 'a', '1'),
      fc.constantFrom('\u200d', '\u200c', '\ufe0f', '\u{e0100}', '\u202e', '\r', '\n', '\t', '\0'),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('nothing that turns, hides or controls text is left', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const visible = makeVisible(text).replaceAll('\r\n', '');
      expect(visible).not.toMatch(
        /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200b\u2060-\u2064\ufeff]/u,
      );
    }),
    { numRuns: 1000 },
  );
});

test('what is visible already stays, so doing it twice changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const once = makeVisible(text);
      expect(makeVisible(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

test('visible characters keep their order', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const letters = (value: string) => value.replace(/‹[^›]*›/g, '').match(/[a1ℵ葛مക]/gu) ?? [];
      const original = text.match(/[a1ℵ葛مക]/gu) ?? [];
      expect(letters(makeVisible(text.replaceAll(/[‹›]/g, '')))).toEqual(original);
    }),
    { numRuns: 500 },
  );
});

test('a megabyte of what may or may not belong to an emoji is worked through in one pass', () => {
  for (const unit of ['\u200b', '👩\u200d', 'a\u200b', '🏴\u{e0067}', '\ufe0f']) {
    expect(makeVisible(unit.repeat(200_000))).not.toBe('');
  }
});
