import { describe, expect, test } from 'vitest';
import { discordTools } from '../../src/tools/index.ts';

const tools = new Map(
  discordTools(() => {
    throw new Error('The reach of a call needs no connection.');
  }).map((tool) => [tool.name, tool]),
);
const reachOf = (name: string, args: unknown) => tools.get(name)?.reach?.(args);

test('every tool that changes a member says how many', () => {
  const silent = [...tools.values()]
    .filter(({ category, effect }) => category === 'members' && effect !== 'read')
    .filter((tool) => tool.reach?.({}).members === undefined);
  expect(silent).toEqual([]);
  expect(reachOf('members_kick', { guild_id: '1', user_id: '2' })).toEqual({ members: 1 });
});

test('a bulk ban touches as many members as it names, or as a template may fill in', () => {
  expect(reachOf('members_bulk_ban', { user_ids: ['1', '2', '3'] })).toEqual({ members: 3 });
  for (const user_ids of ['{{ raid.ids }}', undefined, '["1"]']) {
    expect(reachOf('members_bulk_ban', { user_ids })).toEqual({ members: 200 });
  }
});

test('a ban of the candidates of a raid touches as many members as are asked for', () => {
  expect(reachOf('raid_ban', { limit: 7 })).toEqual({ members: 7 });
  for (const limit of ['{{ count }}', undefined, null]) {
    expect(reachOf('raid_ban', { limit })).toEqual({ members: 200 });
  }
});

test('every tool that takes allowed_mentions says whom it may notify', () => {
  const sending = [...tools.values()].filter((tool) =>
    JSON.stringify(tool.input().toJSONSchema()).includes('allowed_mentions'),
  );
  expect(sending.map(({ name }) => name)).toEqual([
    'messages_edit',
    'messages_send',
    'threads_create',
    'webhooks_execute',
  ]);
  for (const { name } of sending) {
    const allowed_mentions = { parse: ['everyone'] };
    const args =
      name === 'threads_create' ? { message: { allowed_mentions } } : { allowed_mentions };
    expect(reachOf(name, args), name).toEqual({ massMention: 'everyone in the channel' });
    expect(reachOf(name, {}), name).toEqual({});
  }
});

describe('a message may notify', () => {
  const whenItRuns = 'whomever its allowed_mentions name when it runs';

  test.each<[string | undefined, unknown]>([
    [undefined, undefined],
    [undefined, null],
    [undefined, {}],
    [undefined, { parse: [] }],
    [undefined, { parse: ['users'], users: [] }],
    [undefined, { users: ['1', '2'], replied_user: true }],
    [undefined, { roles: [] }],
    ['everyone in the channel', { parse: ['users', 'everyone'] }],
    ['everyone in the channel', { parse: ['everyone'], roles: ['1'] }],
    ['the members of every role that the text mentions', { parse: ['roles'] }],
    ['the members of a role', { roles: ['1'] }],
    ['the members of 2 roles', { roles: ['1', '{{ second }}'] }],
    [whenItRuns, '{{ mentions }}'],
    [whenItRuns, '{"parse":["everyone"]}'],
    [whenItRuns, { parse: '{{ kinds }}' }],
    [whenItRuns, { parse: ['{{ kind }}'] }],
    [whenItRuns, { roles: '{{ roles }}' }],
    [whenItRuns, { parse: ['users'], roles: '["1"]' }],
  ])('%s', (massMention, allowed_mentions) => {
    expect(reachOf('messages_send', { allowed_mentions })?.massMention).toBe(massMention);
  });

  test('whomever, if the whole first message of a post is a template', () => {
    expect(reachOf('threads_create', { message: '{{ post }}' })).toEqual({
      massMention: whenItRuns,
    });
  });
});

test('a reach bears arguments of every wrong kind', () => {
  for (const tool of tools.values()) {
    for (const value of [undefined, null, 1, 'x', [], {}, [null]]) {
      const args = { user_ids: value, user_id: value, message: value, allowed_mentions: value };
      expect(() => tool.reach?.(args)).not.toThrow();
      expect(() =>
        tool.reach?.({ allowed_mentions: { parse: value, roles: value } }),
      ).not.toThrow();
    }
  }
});

test('people who are mentioned one by one are counted', () => {
  const mention = (id: number) => `<@10000000000000000${id}>`;
  const content = `${mention(1)} ${mention(2)} ${mention(2)} <@!100000000000000003>`;
  const members = (allowed_mentions: object) =>
    reachOf('messages_send', { content, allowed_mentions })?.members;
  expect(members({ parse: ['users'] })).toBe(3);
  expect(members({ users: ['1', '2', '2'] })).toBe(2);
  expect(members({ parse: [] })).toBeUndefined();
  expect(reachOf('messages_send', { content })?.members).toBeUndefined();
});
