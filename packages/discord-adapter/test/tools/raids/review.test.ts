import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeOffList } from '../../../src/state/raid-candidates.ts';
import { guildOf } from '../bot-permissions.ts';
import { ids } from '../default-world.ts';
import { aCandidate } from './a-candidate.ts';
import { raidedWorld } from './raid-world.ts';
import { type Raid, startRaid } from './start-raid.ts';

const guild_id = ids.guild;
let raid: Raid;
let callers = 0;
let caller = { id: '', groups: [] };

beforeAll(async () => {
  raid = await startRaid({ simulator: { limits: 'off', world: raidedWorld() } });
});
beforeEach(async () => {
  callers += 1;
  caller = { id: `reviewer-${callers}`, groups: [] };
  await raid.call('raid_scan', { guild_id, joined_within_minutes: 30 }, { caller });
  raid.simulator.control.clearRequests();
});
afterAll(() => raid.close());

interface Review {
  readonly left: number;
  readonly taken_off?: number;
  readonly candidates: readonly { handle: string; username: string }[];
  readonly next_cursor?: string;
}

const review = async (args: object): Promise<Review> =>
  (await raid.call('raid_review', { guild_id, ...args }, { caller })) as unknown as Review;
const refuse = (args: object) => raid.fail('raid_review', { guild_id, ...args }, { caller });
const handlesOf = ({ candidates }: Review) => candidates.map(({ handle }) => handle);

/** Everybody on the list, page by page. */
async function listAll(more: object = {}): Promise<Review['candidates']> {
  const found: Review['candidates'][number][] = [];
  let cursor: string | undefined;
  do {
    const page = await review({ action: 'list', limit: 100, cursor, ...more });
    found.push(...page.candidates);
    cursor = page.next_cursor;
  } while (cursor);
  return found;
}

test('nothing is asked of Discord, whatever is done', async () => {
  await review({ action: 'list' });
  await review({ action: 'drop', handles: ['c1'] });
  await review({ action: 'keep', where: { no_avatar: true } });
  await review({ action: 'look_closer', handles: ['c2'] });
  expect(raid.simulator.control.requests()).toEqual([]);
});

test('no id of a member is in any answer', async () => {
  const members = guildOf(raid.simulator.control.world()).members ?? [];
  for (const args of [
    { action: 'list', limit: 100 },
    { action: 'look_closer', handles: ['c1', 'c2', 'c299', 'c301'] },
    { action: 'drop', where: { name_pattern: '*1' } },
    { action: 'keep', where: { name_pattern: '*2' } },
    { action: 'drop', handles: ['c1'] },
  ]) {
    const answer = JSON.stringify(
      await raid.dispatch('raid_review', { guild_id, ...args }, { caller }),
    );
    expect(members.filter(({ user_id }) => answer.includes(user_id))).toEqual([]);
  }
});

describe('list', () => {
  test('pages through everybody without a gap or a repetition', async () => {
    const found = await listAll();
    expect(found.map(({ handle }) => handle)).toEqual(
      Array.from({ length: 301 }, (_, index) => `c${index + 1}`),
    );
  });

  test('gives twenty-five at once, and a cursor as long as there are more', async () => {
    const page = await review({ action: 'list' });
    expect(page.candidates).toHaveLength(25);
    expect(page).toMatchObject({ left: 301, next_cursor: 'c25' });
    const last = await review({ action: 'list', cursor: 'c300' });
    expect(last.candidates).toHaveLength(1);
    expect(last).not.toHaveProperty('next_cursor');
  });

  test('goes on at the right place although people were taken off meanwhile', async () => {
    const first = await review({ action: 'list', limit: 3 });
    await review({ action: 'drop', handles: ['c1', 'c3', 'c4'] });
    const second = await review({ action: 'list', limit: 2, cursor: first.next_cursor });
    expect(handlesOf(second)).toEqual(['c5', 'c6']);
  });

  test('shows only those who meet the criteria, and page by page too', async () => {
    const where = { name_pattern: 'free_nitro_?' };
    expect((await listAll({ where, limit: 4 })).map(({ username }) => username)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => `free_nitro_${number}`),
    );
  });
});

describe('drop', () => {
  test('spares those who are named, and says who they are', async () => {
    expect(await review({ action: 'drop', handles: ['c3', 'c1', 'c3'] })).toMatchObject({
      left: 299,
      taken_off: 2,
      candidates: [{ handle: 'c1' }, { handle: 'c3' }],
    });
    expect(handlesOf(await review({ action: 'list', limit: 2 }))).toEqual(['c2', 'c4']);
  });

  test('spares those who meet every criterion, and shows the first ten of them', async () => {
    const where = { name_pattern: 'free_nitro_1*', joined_after: '2030-01-01T16:01:00Z' };
    const dropped = await review({ action: 'drop', where });
    expect(dropped).toMatchObject({ left: 201, taken_off: 100 });
    expect(dropped.candidates).toHaveLength(10);
    const left = (await listAll()).map(({ username }) => username);
    expect(left).toContain('free_nitro_10');
    expect(left).not.toContain('free_nitro_100');
  });

  test('changes nothing if one of the handles is unknown', async () => {
    const error = await refuse({ action: 'drop', handles: ['c1', 'c302', 'c999'] });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not_applied' });
    expect(error.message).toContain('handles: c302, c999: nobody on the list has that handle');
    expect((await review({ action: 'list' })).left).toBe(301);
  });
});

describe('keep', () => {
  test('takes everybody else off', async () => {
    expect(await review({ action: 'keep', handles: ['c7', 'c5'] })).toMatchObject({
      left: 2,
      taken_off: 299,
    });
    expect(handlesOf(await review({ action: 'list' }))).toEqual(['c5', 'c7']);
  });

  test('by criteria keeps those who meet them', async () => {
    await review({ action: 'keep', where: { without_roles: true } });
    expect((await listAll()).map(({ username }) => username)).not.toContain('grace');
    expect((await review({ action: 'list' })).left).toBe(300);
  });

  test('of nobody leaves an empty list, which is a list', async () => {
    expect(await review({ action: 'keep', where: { name_pattern: 'x' } })).toMatchObject({
      left: 0,
    });
    expect(await review({ action: 'list' })).toEqual({ left: 0, candidates: [] });
  });
});

test('look_closer tells the names, roles and times of a few', async () => {
  const { candidates } = await review({
    action: 'list',
    where: { name_pattern: 'grace' },
  });
  const handles = candidates.map(({ handle }) => handle);
  expect(await review({ action: 'look_closer', handles })).toEqual({
    left: 301,
    candidates: [
      {
        handle: handles[0],
        name: 'grace',
        username: 'grace',
        account_created_at: '2017-04-07T20:12:53.730Z',
        joined_at: '2030-01-01T16:00:02.000Z',
        signals: [],
        global_name: null,
        nick: null,
        has_avatar: true,
        role_count: 1,
        roles: ['event-host'],
      },
    ],
  });
});

test('reviews at the same time lose nothing of each other', async () => {
  const handles = Array.from({ length: 100 }, (_, index) => `c${index + 1}`);
  await Promise.all(handles.map((handle) => review({ action: 'drop', handles: [handle] })));
  const left = (await listAll()).map(({ handle }) => handle);
  expect(left).toHaveLength(201);
  expect(left[0]).toBe('c101');
});

describe('whoever a review takes off', () => {
  const [first, second] = [aCandidate(), aCandidate({ handle: 'c2', user_id: ids.owner })];

  test('is off a list that was scanned anew meanwhile, whatever their handle is there', () => {
    const scannedAnew = [
      { ...second, handle: 'c3' },
      { ...first, handle: 'c4' },
    ];
    expect(takeOffList(scannedAnew, [first])).toEqual([{ ...second, handle: 'c3' }]);
  });

  test('is not taken off the list of another guild', () => {
    expect(takeOffList([{ ...first, guild_id: ids.smallGuild }], [first])).toBeUndefined();
  });

  test('changes nothing where they are not, or where no list is left', () => {
    expect(takeOffList([second], [first])).toBeUndefined();
    expect(takeOffList(undefined, [first])).toBeUndefined();
    expect(takeOffList([first], [])).toBeUndefined();
  });
});

describe('a list', () => {
  test("is seen by nobody else, and is not another caller's to change", async () => {
    const other = { id: 'somebody else', groups: [] };
    const error = await raid.fail('raid_review', { guild_id, action: 'list' }, { caller: other });
    expect(error).toMatchObject({
      code: 'STATE_REQUIRED',
      details: {
        error: "Required state 'raid_candidates' is empty.",
        hint: 'Call raid_scan(guild_id=...) first to populate raid candidates.',
        required_by: 'raid_review',
      },
    });
    await raid.call('raid_scan', { guild_id, name_pattern: 'free_nitro_1' }, { caller: other });
    expect((await review({ action: 'list' })).left).toBe(301);
  });

  test('is another one under another state_id', async () => {
    await raid.call(
      'raid_scan',
      { guild_id, name_pattern: 'free_nitro_1', state_id: 'second' },
      { caller },
    );
    expect((await review({ action: 'list' })).left).toBe(301);
    expect((await review({ action: 'list', state_id: 'second' })).left).toBe(1);
  });

  test('is only good in its own guild', async () => {
    const error = await refuse({ guild_id: ids.smallGuild, action: 'drop', handles: ['c1'] });
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(`was made in guild ${guild_id}`);
  });

  test('is out of bounds once its guild is', async () => {
    raid.setLists({ guilds: new Set([ids.smallGuild]) });
    const error = await refuse({ action: 'list' });
    raid.setLists({});
    expect(error.code).toBe('GUILD_NOT_ALLOWED');
    expect(JSON.stringify(error)).not.toContain('free_nitro');
  });
});

test.each<[object, string]>([
  [{ action: 'list', handles: ['c1'] }, 'list takes no handles; it takes where, limit, cursor'],
  [{ action: 'keep' }, 'keep takes either handles or where'],
  [
    { action: 'drop', handles: ['c1'], where: { no_avatar: true } },
    'drop takes either handles or where',
  ],
  [{ action: 'drop', handles: [] }, 'handles'],
  [{ action: 'drop', handles: ['c1'], limit: 5 }, 'drop takes no limit'],
  [{ action: 'drop', where: {} }, 'at least one criterion'],
  [{ action: 'drop', where: { no_avatars: true } }, 'no_avatars'],
  [{ action: 'look_closer' }, 'Say whom to look at'],
  [{ action: 'look_closer', handles: Array.from({ length: 21 }, (_, n) => `c${n}`) }, 'At most 20'],
  [{ action: 'drop', handles: [ids.host] }, 'Not a handle'],
  [{ action: 'list', cursor: 'free' }, 'Not a cursor'],
  [{ action: 'ban' }, 'action'],
])('%j is refused', async (args, part) => {
  const error = await refuse(args);
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.message).toContain(part);
  expect((await review({ action: 'list' })).left).toBe(301);
});
