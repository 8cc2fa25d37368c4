import { expect, test } from 'vitest';
import { splitContent } from '../../../src/tools/messages/split-content.ts';

const words = (count: number, word = 'word') => Array(count).fill(word).join(' ');

test('content of exactly 2,000 characters stays one unchanged message', () => {
  const content = ` ${'x'.repeat(1998)} `;
  expect(splitContent(content)).toEqual([content]);
});

test('one character more makes two messages', () => {
  expect(splitContent('x'.repeat(2001))).toEqual(['x'.repeat(2000), 'x']);
});

test('a cut between paragraphs is preferred to one between lines or words', () => {
  const paragraph = words(120);
  const lines = `${words(150)}\n${words(100)}`;
  expect(splitContent(`${paragraph}\n\n${lines}\n${lines}`)).toEqual([
    paragraph,
    `${lines}\n${words(150)}`,
    words(100),
  ]);
});

test('a cut between lines is preferred to one between words', () => {
  const line = words(250);
  expect(splitContent(`${line}\n${line}`)).toEqual([line, line]);
});

test('a cut between words leaves no space behind', () => {
  const parts = splitContent(words(800));
  expect(parts.map((part) => part.length)).toEqual([1999, 1999]);
  expect(parts.join(' ')).toBe(words(800));
});

test('an early border is used when there is no later one', () => {
  const address = `https://example.org/${'a'.repeat(1975)}`;
  expect(splitContent(`See this: ${address} ${address}`)).toEqual(['See this:', address, address]);
});

test('text that is written without spaces is cut behind its punctuation', () => {
  const sentence = `${'字'.repeat(99)}。`;
  const parts = splitContent(sentence.repeat(21));
  expect(parts).toEqual([sentence.repeat(20), sentence]);
});

test('a code block that fits the next message is not cut', () => {
  const text = words(120);
  const block = `\`\`\`ts\n${'const a = 1;\n'.repeat(120)}\`\`\``;
  expect(splitContent(`${text}\n${block}`)).toEqual([text, block]);
});

test('a code block that is cut is closed and opened again with its language', () => {
  const line = `${'x'.repeat(99)}\n`;
  const [first = '', second = '', ...others] = splitContent(
    `\`\`\`python\n${line.repeat(30)}\`\`\``,
  );
  expect(others).toEqual([]);
  expect(first).toBe(`\`\`\`python\n${line.repeat(19)}\`\`\``);
  expect(second).toBe(`\`\`\`python\n${line.repeat(11)}\`\`\``);
});

test('the indentation behind a cut in a code block stays', () => {
  const line = `    ${'x'.repeat(95)}\n`;
  const [, second] = splitContent(`\`\`\`\n${line.repeat(30)}\`\`\``);
  expect(second).toBe(`\`\`\`\n${line.repeat(11)}\`\`\``);
});

test('a code block that was never closed is closed in every part', () => {
  const line = `${'x'.repeat(99)}\n`;
  const parts = splitContent(`\`\`\`js\n${line.repeat(25)}tail`);
  expect(parts).toEqual([
    `\`\`\`js\n${line.repeat(19)}\`\`\``,
    `\`\`\`js\n${line.repeat(6)}tail\n\`\`\``,
  ]);
});

test('an escaped fence opens no code block', () => {
  const parts = splitContent(`\\\`\`\` ${words(500)}`);
  expect(parts.length).toBe(2);
  expect(parts[1]).not.toContain('`');
});

test.each([
  ['a surrogate pair', '😀'],
  ['a joined emoji', '👩‍👩‍👧‍👦'],
  ['a flag', '🇪🇺'],
  ['a letter with its marks', 'ñ̈'],
])('%s is not torn apart', (_, character) => {
  const parts = splitContent(character.repeat(2001));
  expect(parts.join('')).toBe(character.repeat(2001));
  for (const part of parts) expect(part.length % character.length).toBe(0);
});

test('a mention at the border goes whole into the next message', () => {
  const content = `${'x'.repeat(1990)}<@222233334444555566>${'y'.repeat(20)}`;
  expect(splitContent(content)).toEqual([
    'x'.repeat(1990),
    `<@222233334444555566>${'y'.repeat(20)}`,
  ]);
});

test('a single character longer than a message is cut rather than lost', () => {
  const zalgo = `a${'\u0301'.repeat(5000)}`;
  const parts = splitContent(zalgo);
  expect(parts.join('')).toBe(zalgo);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(2000);
});

test('blank content that does not fit has no parts', () => {
  expect(splitContent(' \n'.repeat(1500))).toEqual([]);
});

test('blank lines between parts make no message of their own', () => {
  expect(splitContent(`a${'\n'.repeat(5000)}b`)).toEqual(['a', 'b']);
});

test('blank lines inside a code block make no message of their own', () => {
  expect(splitContent(`\`\`\`js\na${'\n'.repeat(5000)}b\n\`\`\``)).toEqual([
    '```js\na\n```',
    '```js\nb\n```',
  ]);
});

test('text right behind a cut code block that ends in blank lines starts outside of it', () => {
  const parts = splitContent(`\`\`\`js\na${'\n'.repeat(5000)}\`\`\`\nafter`);
  expect(parts.at(-1)).toBe('after');
  expect(parts).toHaveLength(2);
});
