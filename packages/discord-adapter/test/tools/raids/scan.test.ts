import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guildOf } from '../bot-permissions.ts';
import { ids } from '../default-world.ts';
import { now, others, raidedWorld, raidersOf } from './raid-world.ts';
import { type Raid, startRaid } from './start-raid.ts';

const guild_id = ids.guild;
const raiders = raidersOf(300);
let raid: Raid;

beforeAll(async () => {
  raid = await startRaid({ simulator: { limits: 'off', world: raidedWorld() } });
});
beforeEach(() => {
  raid.simulator.control.reset();
  raid.simulator.control.clearRequests();
});
afterAll(() => raid.close());

interface Scan {
  readonly summary: string;
  readonly scanned: number;
  readonly candidates: number;
  readonly complete: boolean;
  readonly matches: Record<string, number>;
  readonly signals: Record<string, number>;
  readonly sample: readonly { handle: string; name: string; username: string; signals: string[] }[];
}

let callers = 0;
/** Scans as somebody who has scanned nothing yet. */
async function scan(args: object, more = {}): Promise<Scan> {
  callers += 1;
  const caller = { id: `scanner-${callers}`, groups: [] };
  const result = await raid.call('raid_scan', { guild_id, ...args }, { caller, ...more });
  return result as unknown as Scan;
}

const memberCount = () => guildOf(raid.simulator.control.world()).members?.length ?? 0;

test('finds the raiders and tells what they have in common', async () => {
  const found = await scan({ joined_within_minutes: 30, name_pattern: 'free_nitro_*' });
  expect(found).toMatchObject({
    scanned: memberCount(),
    candidates: 300,
    complete: true,
    matches: { joined_within_minutes: 303, name_pattern: 303 },
    signals: { new_when_joined: 300, no_avatar: 300, no_roles: 300 },
    joined_from: '2030-01-01T16:00:00.000Z',
    joined_to: '2030-01-01T16:04:59.000Z',
    name_stems: [{ stem: 'free_nitro', count: 300 }],
  });
  expect(found.sample).toHaveLength(10);
  expect(found.sample[0]).toEqual({
    handle: 'c1',
    name: 'free_nitro_300',
    username: 'free_nitro_300',
    account_created_at: '2030-01-01T15:00:00.000Z',
    joined_at: '2030-01-01T16:04:59.000Z',
    signals: ['new_when_joined', 'no_avatar', 'no_roles'],
  });
  expect(found.summary).toBe(
    `300 of ${memberCount()} members looked at meet every criterion and can be a candidate. Bots, the owner and members whose highest role is not below the bot's are never candidates; left out for that: 1 bot, 1 whose highest role is not below the bot's.`,
  );
});

test('no id of a member is in the answer', async () => {
  const outcome = await raid.dispatch('raid_scan', { guild_id, joined_within_minutes: 30 });
  const answer = JSON.stringify(outcome);
  expect(answer).toContain('free_nitro_300');
  const members = guildOf(raid.simulator.control.world()).members ?? [];
  expect(members.filter(({ user_id }) => answer.includes(user_id))).toEqual([]);
});

describe('a criterion', () => {
  test.each<[object, number]>([
    [{ joined_after: '2030-01-01T16:04:00Z' }, 60],
    [{ joined_within_minutes: 26 }, 60],
    [{ account_younger_than_hours: 2 }, 301],
    [{ account_younger_than_hours: 1 }, 0],
    [{ name_pattern: '*NITRO_3??' }, 1],
    [{ name_pattern: 'nina' }, 1],
    [{ name_pattern: 'Host' }, 1],
    [{ name_pattern: 'free_nitro' }, 0],
    [{ no_avatar: true, joined_within_minutes: 30 }, 300],
    [{ without_roles: true, joined_within_minutes: 30 }, 300],
    [{ joined_within_minutes: 30 }, 301],
    [{ joined_after: '2030-01-01T16:04:00Z', name_pattern: '*_300' }, 1],
  ])('%j finds %i', async (criteria, count) => {
    expect(await scan(criteria)).toMatchObject({ candidates: count, complete: true });
  });

  test('of age begins with the newer accounts', async () => {
    const { scanned } = await scan({ account_younger_than_hours: 2 });
    expect(scanned).toBe(303);
    expect(memberCount()).toBeGreaterThan(600);
  });

  test.each<[object, string]>([
    [{}, 'at least one criterion'],
    [{ no_avatar: false, without_roles: false }, 'at least one criterion'],
    [{ name_pattern: '**?*' }, 'Only wildcards'],
    [{ name_pattern: '' }, 'name_pattern'],
    [{ joined_after: 'yesterday' }, 'joined_after'],
    [{ joined_within_minutes: 0 }, 'joined_within_minutes'],
    [{ no_avatar: true, limit: 5001 }, 'limit'],
    [{ joined_before: '2030-01-01T16:00:00Z' }, 'joined_before'],
  ])('%j is refused before the first request', async (criteria, part) => {
    const error = await raid.fail('raid_scan', { guild_id, ...criteria });
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(part);
    expect(raid.simulator.control.requests()).toEqual([]);
  });
});

describe('nobody is a candidate who', () => {
  const candidatesOf = async (user_id: string) => {
    const world = raid.simulator.control.world();
    const user = world.users.find(({ id }) => id === user_id);
    const found = await scan({ name_pattern: user?.username });
    return { candidates: found.candidates, summary: found.summary };
  };

  test.each([
    ['is a bot', others.bot, '1 bot'],
    ['is the bot itself', ids.bot, '1 bot'],
    ['owns the guild', ids.owner, 'the owner'],
    ['stands above the bot', others.promoted, '1 whose highest role is not below'],
  ])('%s', async (_why, user, told) => {
    const { candidates, summary } = await candidatesOf(user);
    expect(candidates).toBe(0);
    expect(summary).toContain(`left out for that: ${told}`);
  });

  test('stands beside a bot without any role', async () => {
    const caller = { id: 'small', groups: [] };
    const args = { guild_id: ids.smallGuild, name_pattern: 'robin' };
    const world = raid.simulator.control.world();
    const small = world.guilds.find(({ id }) => id === ids.smallGuild);
    const member = guildOf(world).members?.find(({ user_id }) => user_id === ids.host);
    small?.members.push({ ...(member as NonNullable<(typeof small)['members'][number]>) });
    raid.simulator.control.load(world);
    expect(
      await raid.call('raid_scan', { ...args, name_pattern: 'host' }, { caller }),
    ).toMatchObject({
      candidates: 0,
      summary: expect.stringContaining('1 whose highest role is not below'),
    });
  });
});

describe('the list', () => {
  const scanAs = (id: string, args: object) =>
    raid.call('raid_scan', { guild_id, ...args }, { caller: { id, groups: [] } });

  test('holds as many as are asked for, the newest members first, and says so', async () => {
    const found = await scan({ joined_within_minutes: 30, limit: 5 });
    expect(found.candidates).toBe(5);
    expect(found.summary).toContain('The 5 newest of them are on the list.');
    expect(found.sample.map(({ username }) => username)).toEqual(
      [300, 299, 298, 297, 296].map((number) => `free_nitro_${number}`),
    );
  });

  test('is replaced by the next scan, whose handles go on behind its own', async () => {
    await scanAs('eve', { joined_within_minutes: 30, limit: 5 });
    const second = await scanAs('eve', { name_pattern: 'free_nitro_1' });
    expect(second).toMatchObject({ candidates: 1, sample: [{ handle: 'c6' }] });
    expect(second['summary']).toContain('The list before, with 5 left on it, is replaced.');
    const listed = await raid.call(
      'raid_review',
      { guild_id, action: 'list' },
      { caller: { id: 'eve', groups: [] } },
    );
    expect(listed).toMatchObject({ left: 1, candidates: [{ handle: 'c6' }] });
  });

  test('gives no handle again that a review has taken off the list before', async () => {
    await scanAs('fay', { joined_within_minutes: 30, limit: 5 });
    const caller = { id: 'fay', groups: [] };
    await raid.call('raid_review', { guild_id, action: 'keep', handles: ['c1'] }, { caller });
    const second = await scanAs('fay', { name_pattern: 'free_nitro_1' });
    expect(second).toMatchObject({ candidates: 1, sample: [{ handle: 'c6' }] });
  });

  test('is empty after a scan that finds nobody, and replaces the one before', async () => {
    await scanAs('gus', { joined_within_minutes: 30 });
    const none = await scanAs('gus', { name_pattern: 'nobody' });
    expect(none).toMatchObject({ candidates: 0, sample: [], joined_from: null, joined_to: null });
    expect(none['summary']).toContain('The list is empty');
    const status = await raid.call('_status', {}, { caller: { id: 'gus', groups: [] } });
    expect(status).toMatchObject({
      state: { raid_candidates: { populated: true, count: 0 } },
    });
  });

  test('stays if a scan fails', async () => {
    await scanAs('ivo', { joined_within_minutes: 30 });
    raid.simulator.control.inject({ method: 'GET', path: '/guilds/{guild_id}', status: 404 });
    const caller = { id: 'ivo', groups: [] };
    await raid.fail('raid_scan', { guild_id, name_pattern: 'nobody' }, { caller });
    expect(await raid.call('raid_review', { guild_id, action: 'list' }, { caller })).toMatchObject({
      left: 301,
    });
  });

  test('is out of bounds with its guild', async () => {
    raid.setLists({ guilds: new Set([ids.smallGuild]) });
    const error = await raid.fail('raid_scan', { guild_id, name_pattern: 'free*' });
    expect(error.code).toBe('GUILD_NOT_ALLOWED');
    raid.setLists({});
    expect(raid.simulator.control.requests()).toEqual([]);
  });

  test('can be made where only channels are listed', async () => {
    raid.setLists({ channels: new Set([ids.general]) });
    const found = await scan({ name_pattern: 'free_nitro_1' });
    raid.setLists({});
    expect(found.candidates).toBe(1);
  });
});

describe('without the Server Members intent', () => {
  beforeEach(() => {
    const world = raid.simulator.control.world();
    for (const user of world.users) if (user.id === ids.bot) user.members_intent = false;
    raid.simulator.control.load(world);
  });

  test('a scan says what to switch on', async () => {
    const error = await raid.fail('raid_scan', { guild_id, joined_within_minutes: 30 });
    expect(error.code).toBe('DISCORD_PERMISSION_DENIED');
    expect(error.message).toContain('Server Members intent');
  });

  test('a pattern with a beginning is searched for, and the list is said to be incomplete', async () => {
    const found = await scan({ joined_within_minutes: 30, name_pattern: 'free_nitro_*' });
    expect(found).toMatchObject({ scanned: 303, candidates: 300, complete: false });
    expect(found.summary).toContain('Without the Server Members intent');
    expect(found.summary).not.toContain('no more than');
  });
});

test('reports its progress', async () => {
  const reports: number[] = [];
  const progress = ({ progress: done, total }: { progress: number; total?: number }) =>
    reports.push(done, total ?? 0);
  await scan({ no_avatar: true }, { progress });
  expect(reports).toEqual([memberCount(), memberCount()]);
});

test('raiders who joined at once are in a fixed order', async () => {
  const world = raid.simulator.control.world();
  for (const member of guildOf(world).members ?? []) {
    if (raiders.includes(member.user_id)) member.joined_at = new Date(now).toISOString();
  }
  raid.simulator.control.load(world);
  const found = await scan({ joined_within_minutes: 5, limit: 2 });
  expect(found.sample.map(({ username }) => username)).toEqual([
    'free_nitro_300',
    'free_nitro_299',
  ]);
});
