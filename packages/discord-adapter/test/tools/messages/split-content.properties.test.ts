import { expect, test } from 'vitest';
import { splitContent } from '../../../src/tools/messages/split-content.ts';

const family = '👩‍👩‍👧‍👦';
const limits = [100, 101, 150, 400, 2000] as const;

/** Pieces that can go wrong. Words are Greek, so that no fence takes one for its language. */
const pieces = [
  ['α', 'λόγος', 'ξένος', 'χ', 'ἀριθμός'],
  [' ', '\n', '\n\n', '\t', '  '],
  ['```', '```\n', '\n```', '```J\n', '```C\n'],
  ['`', '``', '\\', '\\```', '<@12345678901234567>', '<'],
  [family, '😀', 'é', '字', '。'],
] as const;
const repeated = ['ξ', '\n', ' ', '`', '😀', '<', '\\'] as const;

/** A sequence of numbers in [0, 1) that is the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function makeContent(random: () => number): string {
  const count = Math.floor(random() * 150);
  return Array.from({ length: count }, () =>
    random() < 0.05
      ? pick(random, repeated).repeat(1 + Math.floor(random() * 400))
      : pick<string>(random, pick<readonly string[]>(random, pieces)),
  ).join('');
}

/** Checks a property on many texts and limits, and names the seed of one that breaks it. */
function forAll(check: (text: string, limit: number) => void): void {
  for (let seed = 1; seed <= 800; seed += 1) {
    const random = createRandom(seed);
    const text = makeContent(random);
    try {
      check(text, pick(random, limits));
    } catch (error) {
      throw new Error(`Seed ${seed}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
}

test('no part is longer than the limit, and none is blank', () => {
  forAll((text, size) => {
    if (text.length <= size) return;
    for (const part of splitContent(text, size)) {
      expect(part.length).toBeLessThanOrEqual(size);
      expect(part.trim()).not.toBe('');
    }
  });
});

test('nothing is lost but white space, and nothing comes in but fences and languages', () => {
  const bare = (text: string) => text.replace(/[`JC\s]/g, '');
  forAll((text, size) => {
    expect(bare(splitContent(text, size).join(''))).toBe(bare(text));
  });
});

test('every part closes the code blocks it opens', () => {
  forAll((text, size) => {
    if (text.length <= size) return;
    for (const part of splitContent(text, size)) expect(isBalanced(part), part).toBe(true);
  });
});

test('characters are never torn into halves', () => {
  forAll((text, size) => {
    for (const part of splitContent(text, size)) expect(part).not.toMatch(/\p{Surrogate}/u);
  });
});

test('a joined emoji is never torn where a part can hold it', () => {
  const families = (text: string) => text.split(family).length - 1;
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed);
    const text = Array.from({ length: 600 }, () => pick(random, [family, '😀', 'a', ' '])).join('');
    const parts = splitContent(text, pick(random, limits));
    expect(parts.reduce((sum, part) => sum + families(part), 0)).toBe(families(text));
  }
});

test('the number of parts is bounded by the length of the text', () => {
  forAll((text, size) => {
    expect(splitContent(text, size).length).toBeLessThanOrEqual(2 + (6 * text.length) / size);
  });
});

test.each([
  '```',
  '```js\n',
  '``` ',
  '`',
  '\\',
  '\\```',
  '<',
  '<@',
  '\n',
  '\n\n',
  ' ',
  'x',
  '字',
  '\u0301',
  '\u200d',
  '\ud83d',
  '```\n\n\n',
  '>\n```\n',
])('a megabyte of %j ends, with every part in its limit', (hostile) => {
  const text = hostile.repeat(Math.ceil(1_000_000 / hostile.length));
  const parts = splitContent(text);
  expect(parts.every((part) => part.length <= 2000)).toBe(true);
});

/** A reading of Discord's code blocks of its own, kept as plain as can be. */
function isBalanced(part: string): boolean {
  let open = false;
  for (let at = 0; at < part.length; ) {
    if (part.startsWith('```', at)) {
      open = !open;
      at += 3;
    } else {
      at += !open && part[at] === '\\' ? 2 : 1;
    }
  }
  return !open;
}
