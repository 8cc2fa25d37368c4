import type { Outcome } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ids } from '../tools/default-world.ts';
import { type ScopedAdapter, startScope } from './start-scope.ts';

let world: ScopedAdapter;
beforeAll(async () => {
  world = await startScope();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

const main = { guilds: new Set([ids.guild]) };
const small = { guilds: new Set([ids.smallGuild]) };

function codeOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'error' ? outcome.error.code : undefined;
}

test('a scope that opens one tool in a guild opens no other tool there', async () => {
  world.setLists((_caller, { category }) => (category === 'roles' ? [main] : [small]));
  expect(codeOf(await world.run('roles_list', { guild_id: ids.guild }))).toBeUndefined();
  expect(codeOf(await world.run('roles_list', { guild_id: ids.smallGuild }))).toBe(
    'GUILD_NOT_ALLOWED',
  );
  expect(codeOf(await world.run('guild_get', { guild_id: ids.guild }))).toBe('GUILD_NOT_ALLOWED');
  expect(codeOf(await world.run('guild_get', { guild_id: ids.smallGuild }))).toBeUndefined();
});

test('a call that fits one of several scopes passes, and one that fits parts of two does not', async () => {
  const announcements = { guilds: main.guilds, channels: new Set([ids.announcements]) };
  world.setLists(() => [announcements, small]);
  const read = (channel_id: string) => world.run('messages_read', { channel_id });
  expect(codeOf(await read(ids.announcements))).toBeUndefined();
  expect(codeOf(await read(ids.smallChannel))).toBeUndefined();
  expect(codeOf(await read(ids.general))).toBe('CHANNEL_NOT_ALLOWED');
});

test('a caller without any scope fits nowhere', async () => {
  world.setLists(() => []);
  expect(codeOf(await world.run('guild_get', { guild_id: ids.guild }))).toBe('GUILD_NOT_ALLOWED');
  expect(world.requests()).toEqual([]);
});

test('a result keeps what any admitting scope admits', async () => {
  world.setLists(() => [main, small]);
  const outcome = await world.run('guild_list_mine', {});
  const { guilds } = (outcome as unknown as { structured: { guilds: { id: string }[] } })
    .structured;
  expect(guilds.map(({ id }) => id).sort()).toEqual([ids.guild, ids.smallGuild].sort());
});

test('the steps of a pipeline are judged by the scopes of their own tools, before the first', async () => {
  world.setLists((_caller, { category }) => (category === 'roles' ? [main] : [small]));
  const steps = [
    { tool: 'roles_list', args: { guild_id: ids.guild } },
    { tool: 'guild_get', args: { guild_id: ids.guild } },
  ];
  expect(codeOf(await world.run('mcp_pipeline', { steps }))).toBe('GUILD_NOT_ALLOWED');
  expect(world.requests()).toEqual([]);
  const fitting = [steps[0], { tool: 'guild_get', args: { guild_id: ids.smallGuild } }];
  expect(await world.run('mcp_pipeline', { steps: fitting })).toMatchObject({
    structured: { aborted: false },
  });
});
