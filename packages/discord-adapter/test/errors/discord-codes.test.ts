import { errorCodes } from '@guildline/mcp-core';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { discordCodes } from '../../src/errors/discord-codes.ts';
import { createDiscordClient, discordTools } from '../../src/index.ts';

const mostUsed = [
  10003, 10004, 10006, 10007, 10008, 10009, 10011, 10013, 10014, 10015, 10026, 10057, 10062, 10070,
  20001, 20002, 20016, 20028, 20029, 30003, 30005, 30007, 30010, 30013, 30015, 30016, 30035, 30037,
  30038, 30047, 30048, 40001, 40005, 40007, 40058, 40060, 40061, 40066, 40067, 40333, 50001, 50003,
  50005, 50006, 50007, 50008, 50013, 50016, 50019, 50021, 50024, 50027, 50028, 50033, 50034, 50035,
  50045, 50055, 50068, 50074, 50083, 50101, 50109, 60003, 90001, 110000, 130000, 160002, 160004,
  160005, 160006, 180000, 200000, 200001, 220001, 220002, 220003, 240000, 500000,
];

test('every code that bots meet often is explained', () => {
  expect(mostUsed.filter((code) => !discordCodes.has(code))).toEqual([]);
});

test('every explained code is one of Discord', () => {
  const known = new Set(Object.values(RESTJSONErrorCodes));
  expect([...discordCodes.keys()].filter((code) => !known.has(code))).toEqual([]);
});

test('every hint is a sentence, and leads to one of our codes', () => {
  for (const [number, { code, hint }] of discordCodes) {
    expect(Object.hasOwn(errorCodes, code), String(number)).toBe(true);
    expect(hint, String(number)).toMatch(/^[A-Z@].*\.$/);
  }
});

test('a hint names only tools that exist', () => {
  const { connect } = createDiscordClient();
  const tools = new Set(discordTools(connect).map(({ name }) => name));
  const resources = new Set([...tools].map((name) => name.split('_')[0]));
  for (const [number, { hint }] of discordCodes) {
    const named = hint.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    const missing = named.filter(
      (name) => resources.has(name.split('_')[0] ?? '') && !tools.has(name),
    );
    expect(missing, String(number)).toEqual([]);
  }
});
