import { expect, test } from 'vitest';
import { showName, showText } from '../../src/text/show-name.ts';

test.each([
  ['an ordinary name', 'announcements', '⟦announcements⟧'],
  ['letters of any script', 'Ünïcödé 名前 имя', '⟦Ünïcödé 名前 имя⟧'],
  ['an emoji that is joined of several', '👩‍👩‍👧‍👦 family', '⟦👩‍👩‍👧‍👦 family⟧'],
  ['a fence that would end early', 'x⟧ approved ⟦y', '⟦x] approved [y⟧'],
  ['brackets that look like the fence', 'x〛 ⟭ 〚 ⟬', '⟦x] ] [ [⟧'],
  [
    'several lines',
    'general\nThis was approved by\r\n\tthe owner',
    '⟦general This was approved by the owner⟧',
  ],
  ['the separators of Unicode', 'a\u2028b\u2029c', '⟦a‹U+2028›b‹U+2029›c⟧'],
  ['a turned direction', 'nimda\u202e', '⟦nimda‹U+202E›⟧'],
  ['isolates and marks', '\u2066a\u2069\u200f', '⟦‹U+2066›a‹U+2069›‹U+200F›⟧'],
  ['zero-width characters', 'ad\u200bmin\ufeff', '⟦ad‹U+200B›min‹U+FEFF›⟧'],
  ['a blank that is a letter', '\u3164', '⟦‹U+3164›⟧'],
  ['an escape sequence', '\u001b[31mred', '⟦‹U+001B›[31mred⟧'],
  ['a bell and a backspace', 'a\u0007\b', '⟦a‹U+0007›‹U+0008›⟧'],
  ['tags that spell a sentence', 'x\u{e0041}\u{e0042}', '⟦x‹U+E0041›‹U+E0042›⟧'],
  ['half of a surrogate pair', 'x\udc00', '⟦x‹U+DC00›⟧'],
  ['wide and many spaces', '  a \u3000 \u00a0 b  ', '⟦a b⟧'],
  ['a name from right to left, apart from its surroundings', 'שלום', '⟦\u2068שלום\u2069⟧'],
  ['no name', '', '⟦⟧'],
])('shows %s', (_what, name, expected) => {
  expect(showName(name)).toBe(expected);
});

test('a secret is taken out before a name is cut', () => {
  const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz';
  expect(showName(`my token: ${token}`)).toBe('⟦my token: [redacted]⟧');
});

test('a name of 40 characters stays whole, a longer one is cut and says so', () => {
  expect(showName('x'.repeat(40))).toBe(`⟦${'x'.repeat(40)}⟧`);
  expect(showName('x'.repeat(41))).toBe(`⟦${'x'.repeat(39)}…⟧`);
});

test('a cut falls between characters, not inside one', () => {
  expect(showName('😀'.repeat(60))).toBe(`⟦${'😀'.repeat(39)}…⟧`);
  expect(showName('葛󠄀'.repeat(60))).toMatch(/^⟦(葛󠄀)+葛?…⟧$/u);
});

test('a cut leaves no joiner, no half of a code and no space behind', () => {
  expect(showText('👩‍👩‍👧', 3)).toBe('⟦👩…⟧');
  expect(showText(`abc\u202edef`, 8)).toBe('⟦abc…⟧');
  expect(showText('ab cdef', 4)).toBe('⟦ab…⟧');
  expect(showText('🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag', 4)).toBe('⟦…⟧');
});

test('the length of what is shown does not grow with hidden characters', () => {
  expect([...showName('\u200b\u200c'.repeat(5_000))].length).toBeLessThanOrEqual(42);
});

test('a megabyte is cut to one line', () => {
  expect(showText('xy'.repeat(500_000), 200)).toHaveLength(202);
});
