import { expect, test } from 'vitest';
import { discordSynonyms, discordTools } from '../../src/index.ts';
import { channelSynonyms } from '../../src/search/channel-synonyms.ts';
import { guildSynonyms } from '../../src/search/guild-synonyms.ts';
import { memberSynonyms } from '../../src/search/member-synonyms.ts';
import { messageSynonyms } from '../../src/search/message-synonyms.ts';

const names = discordTools(() => Promise.reject(new Error('Names need no connection.'))).map(
  ({ name }) => name,
);
const entries = Object.entries(discordSynonyms).map(
  ([key, phrases]) => [key, phrases.split(',').map((phrase) => phrase.trim())] as const,
);

test('what looks like the name of a tool is one', () => {
  const keys = entries.map(([key]) => key).filter((key) => key.includes('_'));
  expect(keys.filter((key) => !names.includes(key))).toEqual([]);
});

test('no part of the vocabulary hides another', () => {
  const parts = [messageSynonyms, channelSynonyms, memberSynonyms, guildSynonyms];
  const keys = parts.flatMap((part) => Object.keys(part));
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(entries)(
  'the phrases of "%s" can be looked for, and none is there twice',
  (_key, phrases) => {
    expect(new Set(phrases).size).toBe(phrases.length);
    for (const phrase of phrases)
      expect(phrase).toMatch(/^\^?[\p{L}\p{N}' ]+(?:… [\p{L}\p{N}' ]+)*$/u);
  },
);
