import { describe, expect, test } from 'vitest';
import { createNameTest, hasLiteral, literalStart } from '../../../src/tools/raids/name-pattern.ts';

const fits = (pattern: string, name: string) => createNameTest(pattern)(name);
/** Every text of up to so many of the characters. */
function textsOf(characters: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = textsOf(characters, length - 1);
  return ['', ...characters.flatMap((one) => shorter.map((rest) => one + rest))];
}

const patterns = textsOf(['a', '.', '*', '?'], 5).filter((one) => one !== '');
const names = textsOf(['a', 'B', '.'], 5);

/** The regular expression of the same meaning. */
function toRegularExpression(wanted: string): RegExp {
  const parts = { '*': '.*', '?': '.', '.': '\\.' } as Readonly<Record<string, string>>;
  return new RegExp(`^${[...wanted].map((one) => parts[one] ?? one).join('')}$`, 'su');
}

describe('a pattern', () => {
  test('fits what the regular expression of the same meaning fits', () => {
    const wrong = patterns.flatMap((wanted) => {
      const expected = toRegularExpression(wanted);
      const test = createNameTest(wanted);
      return names
        .filter((text) => test(text) !== expected.test(text.toLowerCase()))
        .map((text) => [wanted, text]);
    });
    expect(wrong).toEqual([]);
    expect(patterns.length * names.length).toBeGreaterThan(400_000);
  });

  test.each([
    ['free_nitro*', 'FREE_Nitro_7', true],
    ['free_nitro*', 'my_free_nitro', false],
    ['*nitro*', 'my_free_nitro_7', true],
    ['free_?itro', 'free_nitro', true],
    ['free_?itro', 'free_itro', false],
    ['free', 'free', true],
    ['ｆｒｅｅ*', 'free_nitro', true],
    ['free*', 'ＦＲＥＥ nitro', true],
    ['?', '😀', true],
    ['.*', 'abc', false],
    ['[a-z]*', 'abc', false],
  ])('%s and the name %s: %s', (wanted, text, expected) => {
    expect(fits(wanted, text)).toBe(expected);
  });

  // A matcher that tries every way to split the name does not come back from these.
  test('with many wildcards and a name that almost fits is answered', () => {
    expect(fits(`${'*a'.repeat(49)}*b`, 'a'.repeat(256))).toBe(false);
    expect(fits(`${'*?'.repeat(49)}*b`, 'a'.repeat(100_000))).toBe(false);
  });

  test('says something unless it is only wildcards', () => {
    expect(['*', '?*?', '**'].map(hasLiteral)).toEqual([false, false, false]);
    expect(['*a', 'a', '?.'].map(hasLiteral)).toEqual([true, true, true]);
  });

  test('begins with what stands before its first wildcard', () => {
    expect(['free_*', 'free', '*free', '?', 'a?b*'].map(literalStart)).toEqual([
      'free_',
      'free',
      '',
      '',
      'a',
    ]);
  });
});
