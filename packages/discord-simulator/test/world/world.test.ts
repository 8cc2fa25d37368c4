import { describe, expect, test } from 'vitest';
import { botToken, defaultWorld, startSimulator, type World } from '../../src/index.ts';
import { SettableClock } from '../../src/world/clock.ts';
import { compareIds, Ids, snowflakeTime } from '../../src/world/ids.ts';
import { loadWorld } from '../../src/world/load-world.ts';
import { saveWorld } from '../../src/world/save-world.ts';
import { Revision, Table } from '../../src/world/table.ts';

describe('worlds', () => {
  test('a world of a few words is filled up', () => {
    const state = loadWorld({
      users: [{ id: '1', bot: true }],
      guilds: [
        {
          id: '2',
          channels: [{ id: '3' }, { id: '4', type: 11, parent_id: '3' }],
          members: [{ user_id: '1' }, { user_id: '5', roles: ['6'] }],
          roles: [{ id: '6', name: 'host' }],
          bans: [{ user_id: '7' }],
          events: [{ id: '8' }],
        },
      ],
      direct_channels: [{ id: '9', recipient_ids: ['1', '5'] }],
      messages: [{ id: '10', channel_id: '3' }],
      webhooks: [{ id: '11', guild_id: '2', channel_id: '3' }],
      invites: [{ code: 'abc', guild_id: '2', channel_id: '3' }],
    });
    expect(state.everyone('2').name).toBe('@everyone');
    expect(state.users.get('5')?.username).toBe('user_5');
    expect(state.users.has('7')).toBe(true);
    expect(state.guilds.get('2')?.owner_id).toBe('5');
    expect(state.messages.get('10')?.author_id).toBe('5');
    expect(state.channels.get('3')?.last_message_id).toBe('10');
    expect(state.channels.get('4')?.thread_metadata?.archived).toBe(false);
    expect(state.channels.get('9')?.type).toBe(1);
    expect(state.events.get('8')?.entity_metadata).toEqual({ location: 'Somewhere' });
    expect(state.webhooks.get('11')?.token).toBe('token-of-11');
  });

  test('what a state saves, it loads to the same', () => {
    const once = saveWorld(loadWorld(defaultWorld()), 7);
    expect(saveWorld(loadWorld(once), 7)).toEqual(once);
    expect(JSON.parse(JSON.stringify(once))).toEqual(once);
  });

  test('the default world is the same and fresh every time', () => {
    const first = defaultWorld();
    first.guilds?.pop();
    expect(defaultWorld().guilds).toHaveLength(3);
    expect(defaultWorld()).toEqual(defaultWorld());
  });

  test('the default world holds the ids of the documentation', () => {
    const state = loadWorld(defaultWorld());
    expect(state.channels.get('222233334444555566')).toMatchObject({
      guild_id: '111122223333444455',
      name: 'announcements',
    });
    expect(state.member('111122223333444455', '777788889999000011')).toBeDefined();
    expect(state.roles.get('555566667777888899')?.name).toBe('event-host');
    expect(state.channels.get('123456789012345680')?.guild_id).toBe('123456789012345679');
    expect(state.channels.of('123456789012345678')).toMatchObject([{ name: 'general' }]);
    expect(state.members.of('111122223333444455').length).toBeGreaterThan(200);
  });

  test('a message in a channel that is not there is refused', () => {
    const world: World = { messages: [{ id: '1', channel_id: '2' }] };
    expect(() => loadWorld(world)).toThrow('Add the channel to a guild or to direct_channels');
  });

  test.each<[string, unknown, string]>([
    ['no object', [], 'The world is no object'],
    ['a list that is none', { users: {} }, 'users of the world is no list'],
    ['a number for an id', { users: [{ id: 5 }] }, 'users[0].id of the world is no id'],
    ['a guild that is none', { guilds: [null] }, 'guilds[0] is no object'],
    [
      'a member without a user',
      { guilds: [{ id: '1', members: [{ user_id: '2' }, {}] }] },
      'guilds[0].members[1].user_id of the world is no id: write it as digits in quotes',
    ],
  ])('a world with %s is refused', (_, world, message) => {
    expect(() => loadWorld(world as World)).toThrow(message);
  });

  test('a world without a bot has no token', async () => {
    const simulator = await startSimulator({ world: {} });
    expect(() => simulator.token).toThrow('The world holds no bot');
    await simulator.close();
  });

  test('a token is the base64 of an id', () => {
    expect(botToken('123456789012345678')).toBe('MTIzNDU2Nzg5MDEyMzQ1Njc4.sim.token');
  });
});

describe('ids', () => {
  const clock = { now: () => Date.UTC(2030, 0, 1) };

  test('ids of one millisecond are different, in order and of 17 to 19 digits', () => {
    const ids = new Ids(clock);
    const made = Array.from({ length: 5000 }, () => ids.next());
    expect(made.toSorted(compareIds)).toEqual(made);
    expect(new Set(made).size).toBe(5000);
    expect(made.every((id) => /^\d{17,19}$/.test(id))).toBe(true);
    expect(snowflakeTime(made[0] ?? '')).toBe(clock.now());
  });

  test('planned ids go to what is new, not to entries of the audit log', () => {
    const ids = new Ids(clock);
    ids.plan(['444455556666777788']);
    expect(ids.internal()).not.toBe('444455556666777788');
    expect(ids.next()).toBe('444455556666777788');
    ids.plan(['444455556666777788']);
    ids.restart(0);
    expect(ids.next()).not.toBe('444455556666777788');
  });
});

describe('clocks', () => {
  test('a set clock stands still until it is advanced', () => {
    let base = Date.UTC(2030, 0, 1);
    const clock = new SettableClock({ now: () => base });
    clock.set('2031-01-01T00:00:00Z');
    base += 5;
    expect(clock.now()).toBe(Date.UTC(2031, 0, 1));
    clock.advance(10);
    expect(clock.now()).toBe(Date.UTC(2031, 0, 1) + 10);
    clock.set(null);
    expect(clock.now()).toBe(base);
  });

  test.each([Number.NaN, 0, Date.UTC(2100, 0, 1), 'never'])('%s is no time', (at) => {
    const clock = new SettableClock(Date);
    expect(() => clock.set(at)).toThrow('cannot be set');
  });
});

describe('tables', () => {
  const make = () => {
    const revision = new Revision();
    const table = new Table<{ id: string; group: string; list: number[] }>(
      revision,
      ({ id }) => id,
      ({ group }) => group,
    );
    table.add({ id: 'a', group: 'x', list: [1] });
    return {
      revision,
      table,
      row: table.get('a') as { id: string; group: string; list: number[] },
    };
  };

  test('only a change that changes something counts', () => {
    const { revision, table, row } = make();
    const before = revision.count;
    expect(table.update(row, { list: [1] })).toEqual([]);
    expect(table.remove('b')).toBeUndefined();
    expect(revision.count).toBe(before);
    expect(table.update(row, { list: [2] })).toEqual(['list']);
    expect(revision.count).toBeGreaterThan(before);
  });

  test('a row that changes its group is found in the new one', () => {
    const { table, row } = make();
    table.update(row, { group: 'y' });
    expect(table.of('x')).toEqual([]);
    expect(table.of('y')).toEqual([row]);
  });
});
