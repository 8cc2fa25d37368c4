import { ToolError, type ToolErrorFields } from '@guildline/mcp-core';
import { expect, test } from 'vitest';
import type { Wanted } from '../../src/scope/home.ts';
import { Homes, UnknownHome } from '../../src/scope/homes.ts';

const minute = 60_000;

/** Discord as a table of answers; an error is thrown. */
function startHomes(answers: Record<string, unknown>) {
  let now = 0;
  const asked: string[] = [];
  const deadlines: (number | undefined)[] = [];
  const clock = { now: () => now };
  const homes = new Homes({
    clock,
    client: {
      read: async <Body>(route: string, context?: { deadline: number | undefined }) => {
        asked.push(route);
        deadlines.push(context?.deadline);
        const answer = answers[route];
        if (answer instanceof Error) throw answer;
        return answer as Body;
      },
    },
  });
  const context = { clock, signal: new AbortController().signal, deadline: undefined };
  return {
    homes,
    asked,
    deadlines,
    answers,
    context,
    find: (wanted: Wanted) => homes.find(wanted, context),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const error = (code: ToolErrorFields['code'], retriable = false) =>
  new ToolError({ code, message: 'Unknown Channel "Hidden Harbor"', retriable });

async function failure(found: Promise<unknown>): Promise<unknown> {
  return found.then(
    () => 'found',
    (reason: unknown) => reason,
  );
}

test.each<[string, Wanted, string, unknown, object]>([
  [
    'a channel',
    { kind: 'channel', id: '1' },
    '/channels/1',
    { id: '1', type: 0, guild_id: '9', parent_id: '8', name: 'x' },
    { guildId: '9', channelId: '1', parentId: '8', isThread: false },
  ],
  [
    'a thread',
    { kind: 'channel', id: '1' },
    '/channels/1',
    { id: '1', type: 12, guild_id: '9', parent_id: '8' },
    { guildId: '9', channelId: '1', parentId: '8', isThread: true },
  ],
  [
    'a direct message',
    { kind: 'channel', id: '1' },
    '/channels/1',
    { id: '1', type: 1, recipients: [{ id: '5' }] },
    { guildId: undefined, channelId: '1', parentId: undefined, isThread: false },
  ],
  [
    'a webhook, without its token',
    { kind: 'webhook', id: '1' },
    '/webhooks/1',
    { id: '1', guild_id: '9', channel_id: '8', token: 'secret' },
    { guildId: '9', channelId: '8' },
  ],
  [
    'an invite',
    { kind: 'invite', id: 'code' },
    '/invites/code',
    { code: 'code', guild: { id: '9', name: 'x' }, channel: { id: '8' } },
    { guildId: '9', channelId: '8' },
  ],
  [
    'a template',
    { kind: 'template', id: 'code' },
    '/guilds/templates/code',
    { code: 'code', source_guild_id: '9' },
    { guildId: '9' },
  ],
  [
    'an event of a guild',
    { kind: 'event', id: '1', guildId: '9' },
    '/guilds/9/scheduled-events/1',
    { id: '1', guild_id: '9', channel_id: '8' },
    { guildId: '9', channelId: '8' },
  ],
  [
    "a guild's sticker",
    { kind: 'sticker', id: '1' },
    '/stickers/1',
    { id: '1', type: 2, guild_id: '9' },
    { guildId: '9', isEverybodys: false },
  ],
  [
    "a sticker of Discord's own",
    { kind: 'sticker', id: '1' },
    '/stickers/1',
    { id: '1', type: 1, pack_id: '7' },
    { guildId: undefined, isEverybodys: true },
  ],
])(
  '%s is found with one request, and only ids are kept',
  async (_what, wanted, route, body, home) => {
    const { find, asked } = startHomes({ [route]: body });
    expect(await find(wanted)).toEqual(home);
    expect(await find(wanted)).toEqual(home);
    expect(asked).toEqual([route]);
  },
);

test('what is found is asked for again after a minute', async () => {
  const { find, asked, advance } = startHomes({ '/channels/1': { id: '1', guild_id: '9' } });
  const wanted = { kind: 'channel', id: '1' } as const;
  await find(wanted);
  advance(minute - 1);
  await find(wanted);
  expect(asked).toHaveLength(1);
  advance(1);
  await find(wanted);
  expect(asked).toHaveLength(2);
});

test('at most a thousand homes are remembered, the oldest is forgotten first', async () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => String(index));
  const { find, asked } = startHomes(
    Object.fromEntries(ids.map((id) => [`/channels/${id}`, { id, guild_id: '9' }])),
  );
  for (const id of ids) await find({ kind: 'channel', id });
  expect(asked).toHaveLength(1_001);
  await find({ kind: 'channel', id: '1' });
  expect(asked).toHaveLength(1_001);
  await find({ kind: 'channel', id: '0' });
  expect(asked).toHaveLength(1_002);
});

test.each<[string, unknown]>([
  ['Discord knows no such object', error('DISCORD_NOT_FOUND')],
  ['the bot may not see it', error('DISCORD_PERMISSION_DENIED')],
  ['the id fits no route', error('VALIDATION_ERROR')],
  ['the answer is about something else', { id: '2', guild_id: '9' }],
  ['the answer is no object', 'gibberish'],
  ['there is no answer', undefined],
])('if %s its home is unknown, and not asked for again at once', async (_what, answer) => {
  const { find, asked, advance } = startHomes({ '/channels/1': answer });
  const wanted = { kind: 'channel', id: '1' } as const;
  for (let times = 0; times < 3; times += 1) {
    const reason = await failure(find(wanted));
    expect(reason).toBeInstanceOf(UnknownHome);
    expect(reason).toMatchObject({ retriable: false });
    expect(String(reason)).not.toContain('Hidden Harbor');
  }
  expect(asked).toHaveLength(1);
  advance(5_000);
  await failure(find(wanted));
  expect(asked).toHaveLength(2);
});

test.each<[string, Error, boolean]>([
  ['Discord fails', error('DISCORD_UNAVAILABLE', true), true],
  ['no answer comes in time', error('DISCORD_TIMEOUT', true), true],
  ['a rate limit holds it', error('DISCORD_RATE_LIMITED', true), true],
  ['the check itself is broken', new TypeError('undefined is not a function'), false],
])(
  'if %s the home is unknown and asked for again the next time',
  async (_what, cause, retriable) => {
    const { find, answers, asked } = startHomes({ '/channels/1': cause });
    const wanted = { kind: 'channel', id: '1' } as const;
    const reason = await failure(find(wanted));
    expect(reason).toBeInstanceOf(UnknownHome);
    expect(reason).toMatchObject({ retriable });
    answers['/channels/1'] = { id: '1', guild_id: '9' };
    expect(await find(wanted)).toMatchObject({ guildId: '9' });
    expect(asked).toHaveLength(2);
  },
);

test.each(['DISCORD_UNAUTHORIZED', 'CANCELLED'] as const)(
  '%s says nothing about the object and is told as it is',
  async (code) => {
    const { find } = startHomes({ '/channels/1': error(code) });
    expect(await failure(find({ kind: 'channel', id: '1' }))).toMatchObject({ code });
  },
);

test('a call that asks for the same home many times at once sends one request', async () => {
  const { find, asked, homes, context } = startHomes({ '/channels/1': { id: '1', guild_id: '9' } });
  const wanted = { kind: 'channel', id: '1' } as const;
  const other = homes.find(wanted, { ...context });
  expect(await Promise.all([find(wanted), find(wanted), find(wanted), other])).toHaveLength(4);
  expect(asked).toHaveLength(2);
  const unknown = { kind: 'channel', id: '2' } as const;
  const reasons = await Promise.all([failure(find(unknown)), failure(find(unknown))]);
  expect(reasons.every((reason) => reason instanceof UnknownHome)).toBe(true);
  expect(asked).toHaveLength(3);
});

test('an event without its guild cannot be asked for', async () => {
  const { find, asked } = startHomes({});
  expect(await failure(find({ kind: 'event', id: '1' }))).toBeInstanceOf(UnknownHome);
  expect(asked).toEqual([]);
});

test('a code cannot lead to another route', async () => {
  const { find, asked } = startHomes({});
  await failure(find({ kind: 'invite', id: '../users/@me' }));
  expect(asked).toEqual(['/invites/..%2Fusers%2F%40me']);
});

test('a look-up has ten seconds, and no more than its call', async () => {
  const { find, homes, context, deadlines } = startHomes({});
  await failure(find({ kind: 'channel', id: '1' }));
  await failure(homes.find({ kind: 'channel', id: '2' }, { ...context, deadline: 500 }));
  expect(deadlines).toEqual([10_000, 500]);
});

test('the channels of a guild are learnt with one request', async () => {
  const { homes, find, asked, context } = startHomes({
    '/guilds/9/channels': [{ id: '1', parent_id: '8' }, { id: '8', type: 4 }, null, { id: 7 }],
  });
  await homes.learnChannels('9', context);
  expect(await find({ kind: 'channel', id: '1' })).toMatchObject({ guildId: '9', parentId: '8' });
  expect(homes.knowsChannel('8')).toBe(true);
  expect(homes.knowsChannel('7')).toBe(false);
  expect(asked).toEqual(['/guilds/9/channels']);
});

test('channels that cannot be learnt stay unknown', async () => {
  const { homes, context } = startHomes({
    '/guilds/9/channels': error('DISCORD_UNAVAILABLE', true),
    '/guilds/8/channels': 'gibberish',
  });
  await homes.learnChannels('9', context);
  await homes.learnChannels('8', context);
  expect(homes.knowsChannel('1')).toBe(false);
});
