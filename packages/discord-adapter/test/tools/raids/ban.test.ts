import type { Outcome } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guildOf, worldWithBotPermissions } from '../bot-permissions.ts';
import { ids } from '../default-world.ts';
import { aCandidate } from './a-candidate.ts';
import { others, raidedWorld, raidersOf } from './raid-world.ts';
import { type Raid, startRaid } from './start-raid.ts';

const guild_id = ids.guild;
const raiders = raidersOf(300);
const scan = { guild_id, joined_within_minutes: 30, name_pattern: 'free_nitro_*' };
let raid: Raid;

beforeAll(async () => {
  raid = await startRaid({ simulator: { limits: 'off', world: raidedWorld() } });
});
beforeEach(async () => {
  raid.simulator.control.reset();
  raid.store.remove({ caller: 'ann', stateId: 'default', field: 'raid_candidates' });
  await raid.call('raid_scan', scan);
  raid.simulator.control.clearRequests();
});
afterAll(() => raid.close());

interface Receipts {
  readonly banned: number;
  readonly already_banned: number;
  readonly failed: number;
  readonly left: number;
  readonly receipts: readonly { handle: string; name: string; outcome: string }[];
}

function receiptsIn(outcome: Outcome): Receipts {
  if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
  return outcome.structured as unknown as Receipts;
}
const bannedUsers = () =>
  guildOf(raid.simulator.control.world()).bans?.map(({ user_id }) => user_id) ?? [];
const bulkBans = () => raid.simulator.control.requests().filter(({ method }) => method === 'POST');
const left = async () => (await raid.call('raid_review', { guild_id, action: 'list' }))['left'];
const ban = async (args: object = {}) => {
  const { preview, outcome } = await raid.approve('raid_ban', { guild_id, ...args });
  return { preview, outcome, ...(outcome.kind === 'result' && receiptsIn(outcome)) } as Receipts & {
    preview: string;
    outcome: Outcome;
  };
};

describe('the whole clean-up', () => {
  test('bans three hundred raiders in two calls and nobody else, with a receipt each', async () => {
    const first = await ban({ audit_reason: 'Raid', delete_message_seconds: 3600 });
    expect(first).toMatchObject({ banned: 200, already_banned: 0, failed: 0, left: 100 });
    const newestFirst = [...raiders].reverse();
    expect(new Set(bannedUsers())).toEqual(new Set(newestFirst.slice(0, 200)));
    const second = await ban({ audit_reason: 'Raid' });
    expect(second).toMatchObject({ banned: 100, left: 0 });
    expect(new Set(bannedUsers())).toEqual(new Set(raiders));
    const handles = [...first.receipts, ...second.receipts].map(({ handle }) => handle);
    expect(handles).toEqual(Array.from({ length: 300 }, (_, index) => `c${index + 1}`));
    expect(first.receipts[0]).toEqual({
      handle: 'c1',
      name: 'free_nitro_300',
      outcome: 'banned',
    });
    expect(bulkBans().map(({ reason }) => reason)).toEqual(['Raid', 'Raid']);
    const answers = JSON.stringify([first.outcome, second.outcome]);
    expect(raiders.filter((id) => answers.includes(id))).toEqual([]);
  });

  test('bans as many as are asked for, in the order of the list', async () => {
    expect(await ban({ limit: 2 })).toMatchObject({ banned: 2, left: 298 });
    expect(bannedUsers().sort()).toEqual(raiders.slice(298));
  });

  test('spares whoever was taken off the list', async () => {
    await raid.call('raid_review', { guild_id, action: 'drop', where: { name_pattern: '*9' } });
    await ban();
    await ban();
    const spared = raiders.filter((_id, index) => (index + 1) % 10 === 9);
    expect(new Set(bannedUsers())).toEqual(new Set(raiders.filter((id) => !spared.includes(id))));
  });
});

describe('a person who approves', () => {
  test('sees where, how many, and the first twenty by name and id', async () => {
    const { preview } = await ban({ limit: 25 });
    const lines = preview.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'raid_ban (Ban the candidates of a raid). It is destructive.',
      `  guild: ⟦Office Hours⟧ (${guild_id})`,
      '  limit: 25',
      '  what it does: Bans the candidates that raid_scan found and raid_review left, in the order of the list and up to 200 in a call, and takes them off the list.',
    ]);
    expect(lines[4]).toBe('  bans: 25 of 300 on the list of candidates');
    const named = lines.filter((line) => line.startsWith('  member: '));
    expect(named).toHaveLength(20);
    expect(named[0]).toBe(`  member: ⟦free_nitro_300⟧ (@free_nitro_300, ${raiders[299]})`);
    expect(lines.slice(-2)).toEqual(['  and 5 more of them', '  This cannot be undone.']);
  });

  test('approves the list as it was shown: a review in between needs another approval', async () => {
    const asked = await raid.fail('raid_ban', { guild_id });
    const { confirm_token } = asked.details as { confirm_token: string };
    await raid.call('raid_review', { guild_id, action: 'drop', handles: ['c250'] });
    const error = await raid.fail('raid_ban', { guild_id, __confirm: confirm_token });
    expect(error).toMatchObject({ code: 'CONFIRMATION_INVALID', outcome: 'not_applied' });
    expect(bulkBans()).toEqual([]);
  });

  test('approves no list that was scanned anew', async () => {
    const asked = await raid.fail('raid_ban', { guild_id });
    const { confirm_token } = asked.details as { confirm_token: string };
    await raid.call('raid_scan', { guild_id, name_pattern: '*brook*' });
    const error = await raid.fail('raid_ban', { guild_id, __confirm: confirm_token });
    expect(error.code).toBe('CONFIRMATION_INVALID');
    expect(bulkBans()).toEqual([]);
  });

  test.each([
    ['⟧\nmember: ⟦Nobody\u202e', '⟦] member: [Nobody‹U+202E›⟧'],
    ['שלום', '⟦\u2068שלום\u2069⟧'],
  ])('is shown the name %j so that it stays a name', async (nick, shown) => {
    const slot = { caller: 'ann', stateId: 'default', field: 'raid_candidates' };
    const hostile = aCandidate({ nick, username: 'x', user_id: raiders[0] ?? '' });
    raid.store.update(slot, { tool: 'raid_scan', callId: '1' }, () => [hostile]);
    const { preview } = await ban();
    expect(preview).toContain(
      `\n  member: ${shown} (@⟦x⟧, ${raiders[0]})\n  This cannot be undone.`,
    );
  });
});

describe('who could not be banned', () => {
  test('is told, and is off the list with the others', async () => {
    const world = raid.simulator.control.world();
    for (const member of guildOf(world).members ?? []) {
      if (member.user_id === raiders[299]) member.roles = [ids.adminRole];
    }
    const bans = guildOf(world).bans ?? [];
    bans.push({ ...(bans[0] as object), user_id: raiders[298], reason: 'before' } as never);
    raid.simulator.control.load(world);
    const banned = await ban({ limit: 3 });
    expect(banned).toMatchObject({ banned: 1, already_banned: 1, failed: 1, left: 297 });
    expect(banned.receipts).toEqual([
      { handle: 'c1', name: 'free_nitro_300', outcome: 'failed' },
      { handle: 'c2', name: 'free_nitro_299', outcome: 'already_banned' },
      { handle: 'c3', name: 'free_nitro_298', outcome: 'banned' },
    ]);
    expect(await left()).toBe(297);
  });

  test('is everybody: then the call fails, and the list stays', async () => {
    const world = raid.simulator.control.world();
    for (const member of guildOf(world).members ?? []) {
      if (raiders.includes(member.user_id)) member.roles = [ids.adminRole];
    }
    raid.simulator.control.load(world);
    const { outcome } = await ban({ limit: 12 });
    expect(outcome).toMatchObject({
      kind: 'error',
      error: { outcome: 'not_applied', details: { discord_code: 500_000 } },
    });
    const message = outcome.kind === 'error' ? outcome.error.message : '';
    expect(message).toContain('None of the 12 candidates could be banned (c1, c2, c3');
    expect(message).toContain('and 2 more');
    expect(await left()).toBe(300);
  });
});

describe('an answer that is lost', () => {
  test('is no loss if everybody turns out to be banned', async () => {
    raid.simulator.control.inject({ method: 'POST', drop: 'after' });
    expect(await ban({ limit: 5 })).toMatchObject({ banned: 5, left: 295 });
    expect(bulkBans()).toHaveLength(1);
  });

  test('leaves the list as it is if nobody is known to be banned, and a repetition is safe', async () => {
    raid.simulator.control.inject({ method: 'POST', drop: 'after' });
    raid.simulator.control.inject({ method: 'GET', path: '/guilds/{guild_id}/bans', status: 404 });
    const { outcome } = await ban({ limit: 5 });
    expect(outcome).toMatchObject({
      kind: 'error',
      error: { code: 'OUTCOME_UNKNOWN', outcome: 'unknown', retriable: true },
    });
    expect(outcome.kind === 'error' && outcome.error.message).toContain('The list is unchanged');
    expect(await left()).toBe(300);
    expect(await ban({ limit: 5 })).toMatchObject({ banned: 0, already_banned: 5, left: 295 });
    expect(bannedUsers().sort()).toEqual(raiders.slice(295));
  });
});

describe('the look-up of a lost answer says', () => {
  const lookUp = async (list: readonly object[] | undefined, args = { guild_id, limit: 2 }) => {
    const context = raid.context();
    const state = { has: () => true, get: () => list, of: () => context.state };
    const tool = raid.tools.get('raid_ban');
    return tool?.lookup?.(args, 0, { ...context, state });
  };
  const list = raiders
    .slice(0, 3)
    .map((user_id, index) =>
      aCandidate({ user_id, handle: `c${index + 1}`, nick: `Raider ${index + 1}` }),
    );
  const banNow = (...user_ids: string[]) =>
    raid.approve('members_bulk_ban', { guild_id, user_ids });

  test('absent if nobody is banned', async () => {
    expect(await lookUp(list)).toEqual({ outcome: 'absent' });
  });

  test('applied if everybody is', async () => {
    await banNow(raiders[0] ?? '', raiders[1] ?? '');
    expect(await lookUp(list)).toEqual({
      outcome: 'applied',
      result: {
        banned: 2,
        already_banned: 0,
        failed: 0,
        left: 1,
        receipts: [
          { handle: 'c1', name: 'Raider 1', outcome: 'banned' },
          { handle: 'c2', name: 'Raider 2', outcome: 'banned' },
        ],
      },
    });
  });

  test('unsure if only some are, and if the list is gone', async () => {
    await banNow(raiders[1] ?? '');
    expect(await lookUp(list)).toEqual({ outcome: 'unsure' });
    expect(await lookUp(undefined)).toEqual({ outcome: 'unsure' });
    expect(await lookUp([])).toEqual({ outcome: 'unsure' });
  });

  test('unsure if the list of bans is too long to be read', async () => {
    const world = raid.simulator.control.world();
    const from = BigInt(raiders[0] ?? 0);
    guildOf(world).bans = Array.from({ length: 5500 }, (_, index) => ({
      guild_id,
      user_id: String(from + 10_000n + BigInt(index)),
      reason: null,
    }));
    raid.simulator.control.load(world);
    const far = aCandidate({ user_id: String(from + 100_000n) });
    expect(await lookUp([aCandidate({ user_id: raiders[0] ?? '' }), far])).toEqual({
      outcome: 'unsure',
    });
  });
});

describe('nobody is banned, and nobody asked,', () => {
  test('without a list', async () => {
    const caller = { id: 'newcomer', groups: [] };
    const error = await raid.fail('raid_ban', { guild_id }, { caller });
    expect(error).toMatchObject({ code: 'STATE_REQUIRED', details: { required_by: 'raid_ban' } });
    expect(error.message).toContain('raid_scan(guild_id=...)');
  });

  test('if the list is empty', async () => {
    await raid.call('raid_scan', { guild_id, name_pattern: 'nobody' });
    const error = await raid.fail('raid_ban', { guild_id });
    expect(error).toMatchObject({
      code: 'STATE_REQUIRED',
      outcome: 'not_applied',
      details: { error: "Nobody is left in state 'raid_candidates'.", required_by: 'raid_ban' },
    });
  });

  test('if the list is of another guild', async () => {
    const error = await raid.fail('raid_ban', { guild_id: '123456789012345679' });
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(`was made in guild ${guild_id}`);
  });

  test('if the guild is out of bounds', async () => {
    raid.setLists({ guilds: new Set([ids.smallGuild]) });
    const error = await raid.fail('raid_ban', { guild_id });
    raid.setLists({});
    expect(error.code).toBe('GUILD_NOT_ALLOWED');
    expect(JSON.stringify(error)).not.toContain('free_nitro');
    expect(raid.simulator.control.requests()).toEqual([]);
  });

  test('in a pipeline that makes or changes the list', async () => {
    for (const earlier of [
      { tool: 'raid_scan', args: scan },
      { tool: 'raid_review', args: { guild_id, action: 'drop', handles: ['c1'] } },
      { tool: 'raid_ban', args: { guild_id } },
    ]) {
      const steps = [earlier, { tool: 'raid_ban', args: { guild_id } }];
      const outcome = await raid.dispatch('mcp_pipeline', { steps });
      expect(JSON.stringify(outcome)).toContain('PIPELINE_INVALID');
    }
    expect(bulkBans()).toEqual([]);
  });

  test.each([{ limit: 0 }, { limit: 201 }, { delete_message_seconds: 604_801 }, { handles: [] }])(
    'with %j',
    async (more) => {
      expect((await raid.fail('raid_ban', { guild_id, ...more })).code).toBe('VALIDATION_ERROR');
      expect(bulkBans()).toEqual([]);
    },
  );
});

test('as a step of a pipeline the list that was approved is banned', async () => {
  const steps = [
    { id: 'ban', tool: 'raid_ban', args: { guild_id, limit: 2 } },
    {
      tool: 'messages_send',
      args: { channel_id: ids.general, content: '{{ban.banned}} banned, {{ban.left}} left' },
    },
  ];
  const { preview, outcome } = await raid.approve('mcp_pipeline', { steps });
  expect(preview).toContain('bans: 2 of 300 on the list');
  expect(receiptsIn(outcome)).toMatchObject({ aborted: false });
  expect(raid.simulator.control.world().messages.at(-1)?.content).toBe('2 banned, 298 left');
});

test('the audit log names everybody who was to be banned, before and after', async () => {
  const before = raid.events.length;
  await ban({ limit: 3 });
  const written = raid.events.slice(before).filter(({ tool }) => tool === 'raid_ban');
  const newestThree = [raiders[299], raiders[298], raiders[297]];
  expect(written).toMatchObject([
    { phase: 'outcome', code: 'CONFIRMATION_REQUIRED', target: { guild_id } },
    { phase: 'intent', target: { guild_id, user_ids: newestThree } },
    { phase: 'outcome', outcome: 'applied', target: { guild_id, user_ids: newestThree } },
  ]);
});

test('what is known of members forgets those who were banned', async () => {
  await raid.call('members_search', { guild_id, query: 'free_nitro_29', limit: 100 });
  await ban({ limit: 5 });
  const slot = { caller: 'ann', stateId: 'default', field: 'members' };
  const known = JSON.parse(raid.store.find(slot)?.json ?? '[]') as { username: string }[];
  expect(known.map(({ username }) => username).sort()).toEqual(
    ['29', '290', '291', '292', '293', '294', '295'].map((number) => `free_nitro_${number}`),
  );
});

test('a bot without the permissions is told so, and the list stays', async () => {
  const world = worldWithBotPermissions('VIEW_CHANNEL');
  const raided = guildOf(raidedWorld());
  guildOf(world).members = raided.members ?? [];
  world.users?.push(...(raidedWorld().users ?? []).filter(({ id }) => BigInt(id) > 10n ** 18n));
  world.users?.push({ id: others.guest, username: 'grace' });
  raid.simulator.control.load(world);
  const { outcome } = await ban();
  expect(outcome).toMatchObject({
    kind: 'error',
    error: {
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing BAN_MEMBERS, MANAGE_GUILD',
      outcome: 'not_applied',
    },
  });
  expect(await left()).toBe(300);
});
