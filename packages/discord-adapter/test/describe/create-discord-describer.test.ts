import { defaultWorld, type World } from '@guildline/discord-simulator';
import type { DescribeCall } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDiscordDescriber } from '../../src/index.ts';
import { type Adapter, startAdapter } from '../harness.ts';
import { ids } from '../tools/default-world.ts';

const webhook = '1210000000000000001';
const event = '1220000000000000001';
const thread = '222233334444777001';
const direct = '222233334444888001';

function world(): World {
  const base = defaultWorld();
  const [main, ...others] = base.guilds ?? [];
  if (!main) throw new Error('The default world has no guild.');
  return {
    ...base,
    guilds: [
      {
        ...main,
        channels: [
          ...(main.channels ?? []),
          { id: thread, type: 11, name: 'talk', parent_id: ids.announcements },
        ],
        events: [
          {
            id: event,
            name: 'Town meeting',
            entity_type: 1,
            channel_id: ids.stage,
            scheduled_start_time: '2035-01-01T12:00:00.000Z',
          },
        ],
      },
      ...others,
    ],
    webhooks: [
      { id: webhook, guild_id: ids.guild, channel_id: ids.general, name: 'Crier', token: 'secret' },
    ],
    invites: [{ code: 'welcome', guild_id: ids.guild, channel_id: ids.general }],
    direct_channels: [{ id: direct, recipient_ids: [ids.bot, ids.host] }],
  };
}

let adapter: Adapter;
let describeCall: DescribeCall;
beforeAll(async () => {
  adapter = await startAdapter({ simulator: { limits: 'off', world: world() } });
  describeCall = createDiscordDescriber({ client: adapter.client });
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.clearRequests();
});
afterAll(() => adapter.close());

const tell = (tool: string, args: Record<string, unknown>) =>
  describeCall({ tool, args }, adapter.context());
const requests = () =>
  adapter.simulator.control.requests().map(({ method, path }) => `${method} ${path}`);

describe('a call is told with names', () => {
  test('of the channel and its guild', async () => {
    const told = await tell('channels_delete', {
      channel_id: ids.announcements,
      audit_reason: 'old',
    });
    expect(told).toEqual({
      lines: [
        `guild: ⟦Office Hours⟧ (${ids.guild})`,
        `channel: ⟦announcements⟧ (${ids.announcements}), an announcement channel`,
        'reason for the audit log: ⟦old⟧',
        'what it does: Deletes a channel or thread with all its messages, for good.',
      ],
      guilds: [ids.guild],
    });
    expect(requests()).toEqual([`GET /channels/${ids.announcements}`, `GET /guilds/${ids.guild}`]);
  });

  test.each([
    ['a category', ids.category, `channel: ⟦Information⟧ (${ids.category}), a category`],
    ['a voice channel', ids.voice, `channel: ⟦Lounge⟧ (${ids.voice}), a voice channel`],
    ['a thread', thread, `channel: ⟦talk⟧ (${thread}), a thread`],
    ['a text channel', ids.general, `channel: ⟦general⟧ (${ids.general})`],
    [
      'a direct message',
      direct,
      `channel: ${direct}, a direct message with ⟦Office Host⟧ (@host, ${ids.host})`,
    ],
  ])('of %s', async (_what, channel_id, line) => {
    expect((await tell('channels_delete', { channel_id })).lines).toContain(line);
  });

  test('of the member, with their highest role', async () => {
    const guild_id = ids.guild;
    const line = async (user_id: string) =>
      (await tell('members_kick', { guild_id, user_id })).lines[1];
    expect(await line(ids.moderator)).toBe(
      `member: ⟦Sam⟧ (@sam, ${ids.moderator}), highest role ⟦moderator⟧`,
    );
    expect(await line(ids.host)).toBe(`member: ⟦Host⟧ (@host, ${ids.host}), no role`);
    expect(await line(ids.owner)).toBe(
      `member: ⟦Robin⟧ (@robin, ${ids.owner}), owner of the guild, no role`,
    );
    expect(await line(ids.bot)).toBe(
      `member: ⟦guildline⟧ (@guildline, ${ids.bot}), a bot, highest role ⟦Guildline⟧`,
    );
  });

  test('of a user who is no member, and of nobody', async () => {
    const args = { guild_id: ids.smallGuild, user_id: ids.host };
    expect((await tell('members_ban', args)).lines[1]).toBe(
      `member: ⟦Office Host⟧ (@host, ${ids.host}), not a member`,
    );
    const nobody = { guild_id: ids.guild, user_id: ids.nothing };
    expect((await tell('members_ban', nobody)).lines[1]).toBe(
      `member: ${ids.nothing} (not found), not a member`,
    );
  });

  test('of ten members, and how many more there are', async () => {
    const members = adapter.simulator.control.world().guilds[0]?.members ?? [];
    const user_ids = members.slice(0, 200).map(({ user_id }) => user_id);
    const { lines } = await tell('members_bulk_ban', {
      guild_id: ids.guild,
      user_ids,
      delete_message_seconds: 604_800,
      audit_reason: 'a raid',
    });
    expect(lines.filter((line) => line.startsWith('member: ⟦'))).toHaveLength(10);
    expect(lines.slice(-4)).toEqual([
      'and 190 more of them',
      'also deletes their messages of the last 7 days',
      'reason for the audit log: ⟦a raid⟧',
      'what it does: Bans up to 200 users at once, members or not, as after a raid.',
    ]);
  });

  test.each([
    [0, 'delete_message_seconds: 0'],
    [1, 'also deletes their messages of the last second'],
    [90, 'also deletes their messages of the last 90 seconds'],
    [1_800, 'also deletes their messages of the last 30 minutes'],
    [86_400, 'also deletes their messages of the last day'],
  ])('of how many messages go with a ban: those of %i seconds', async (seconds, line) => {
    const args = { guild_id: ids.guild, user_id: ids.host, delete_message_seconds: seconds };
    expect((await tell('members_ban', args)).lines[2]).toBe(line);
  });

  test('of the role', async () => {
    const args = { guild_id: ids.guild, role_id: ids.adminRole };
    expect((await tell('roles_delete', args)).lines[1]).toBe(`role: ⟦admin⟧ (${ids.adminRole})`);
    const strange = { guild_id: ids.guild, role_id: ids.nothing };
    expect((await tell('roles_delete', strange)).lines[1]).toBe(`role: ${ids.nothing} (not found)`);
  });

  test('of roles and members in the overwrites of a channel', async () => {
    const { lines } = await tell('channels_modify', {
      channel_id: ids.general,
      permission_overwrites: [
        { id: ids.moderatorRole, type: 0, allow: ['VIEW_CHANNEL'] },
        { id: ids.host, type: 1, deny: ['SEND_MESSAGES'] },
      ],
    });
    expect(lines).toContain(`permission_overwrites.id: role ⟦moderator⟧ (${ids.moderatorRole})`);
    expect(lines).toContain(`permission_overwrites.id: ⟦Host⟧ (@host, ${ids.host}), no role`);
    expect(lines.at(-1)).toContain('permission_overwrites: ⟦[{"id":"555566667777888001"');
  });

  test('of one message: what it says and who wrote it', async () => {
    const args = { channel_id: ids.general, message_id: ids.ownersMessage };
    expect((await tell('messages_delete', args)).lines[2]).toBe(
      `message: ⟦Welcome to the community!⟧ by ⟦Robin⟧ (@robin, ${ids.owner}) (${ids.ownersMessage})`,
    );
    const gone = { channel_id: ids.general, message_id: ids.nothing };
    expect((await tell('messages_delete', gone)).lines[2]).toBe(
      `message: not found (${ids.nothing})`,
    );
  });

  test('of many messages: how many, from when to when, and how the first one reads', async () => {
    const { lines } = await tell('messages_bulk_delete', {
      channel_id: ids.general,
      messages: [ids.hostsMessage, ids.ownersMessage, '1200000100000000000'],
    });
    expect(lines[2]).toBe(
      `messages: 3, written from 2024-01-25T08:51:34.921Z to 2024-01-25T08:51:58.763Z; the first: ⟦Hello everybody.⟧ by ⟦Office Host⟧ (@host, ${ids.host})`,
    );
  });

  test('of the event', async () => {
    const args = { guild_id: ids.guild, event_id: event };
    expect((await tell('events_delete', args)).lines[1]).toBe(
      `event: ⟦Town meeting⟧ (${event}), starts 2035-01-01T12:00:00.000Z`,
    );
  });

  test('of the webhook and where it sends, without its token', async () => {
    const told = await tell('webhooks_execute', {
      webhook_id: webhook,
      content: 'Hear ye',
      allowed_mentions: { parse: ['everyone'] },
    });
    expect(told.guilds).toEqual([ids.guild]);
    expect(told.lines.slice(1)).toEqual([
      `webhook: ⟦Crier⟧ (${webhook}), sends to channel ⟦general⟧ (${ids.general})`,
      'text: ⟦Hear ye⟧',
      'allowed_mentions: ⟦{"parse":["everyone"]}⟧',
    ]);
    expect(told.lines.join()).not.toContain('secret');
  });
});

describe('what would be sent is shown', () => {
  const textOf = async (args: Record<string, unknown>) =>
    (await tell('messages_send', { channel_id: ids.general, ...args })).lines.slice(2);

  test('on one line, and shortened with its length', async () => {
    expect(await textOf({ content: 'one\n\ntwo' })).toEqual(['text: ⟦one two⟧']);
    const [line] = await textOf({ content: 'x'.repeat(1_999) });
    expect(line).toBe(`text: ⟦${'x'.repeat(299)}…⟧ (1,999 characters)`);
  });

  test('without the content of files', async () => {
    const files = [
      { name: 'notes.txt', text: 'ü' },
      { name: 'x⟧.bin', base64: 'AAAA' },
    ];
    expect(await textOf({ files })).toEqual([
      'files: 2, ⟦notes.txt⟧ (2 bytes), ⟦x].bin⟧ (3 bytes)',
    ]);
  });

  test('with embeds, settings and whatever else there is', async () => {
    expect(await textOf({ embeds: [{ title: 'T', description: 'D' }], tts: true })).toEqual([
      'embeds: ⟦[{"title":"T","description":"D"}]⟧',
      'tts: true',
    ]);
  });

  test('in no more lines than can be read, of which the last one stays', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, index]));
    const { lines } = await tell('channels_delete', { channel_id: ids.general, ...many });
    expect(lines).toHaveLength(40);
    expect(lines.at(-2)).toBe('and 24 more lines that are not shown');
    expect(lines.at(-1)).toContain('what it does');
  });
});

describe('templates', () => {
  test('are shown as they are written, and stand for no guild', async () => {
    const told = await tell('members_bulk_ban', {
      guild_id: '{{ found.guild_id }}',
      user_ids: '{{ found.members[].user_id }}',
      audit_reason: '{{ why }} ⟧',
    });
    expect(told.guilds).toEqual([]);
    expect(told.lines.slice(0, 3)).toEqual([
      'guild: ⟦{{ found.guild_id }}⟧',
      'user_ids: ⟦{{ found.members[].user_id }}⟧',
      'reason for the audit log: ⟦{{ why }} ]⟧',
    ]);
    expect(requests()).toEqual([]);
  });

  test('stand beside what is known', async () => {
    const told = await tell('members_bulk_ban', {
      guild_id: ids.guild,
      user_ids: [ids.host, '{{ other }}'],
    });
    expect(told.guilds).toEqual([ids.guild]);
    expect(told.lines.slice(1, 3)).toEqual([
      `member: ⟦Host⟧ (@host, ${ids.host}), no role`,
      'member: ⟦{{ other }}⟧',
    ]);
  });

  test('hold up nothing that is written as JSON text', async () => {
    const user_ids = JSON.stringify([ids.host, ids.moderator]);
    const { lines } = await tell('members_bulk_ban', { guild_id: ids.guild, user_ids });
    expect(lines.filter((line) => line.startsWith('member: ⟦'))).toHaveLength(2);
  });
});

describe('guilds', () => {
  test('are those of every place, each once', async () => {
    const { guilds } = await tell('webhooks_execute', {
      webhook_id: webhook,
      thread_id: ids.smallChannel,
    });
    expect(guilds.toSorted()).toEqual([ids.guild, ids.smallGuild].toSorted());
  });

  test('of what cannot be resolved match no guild that was ever shown', async () => {
    for (const channel_id of [ids.nothing, ids.hidden, direct]) {
      const { guilds, lines } = await tell('messages_send', { channel_id, content: 'x' });
      expect(guilds).toEqual([`unknown:${channel_id}`]);
      expect(lines[0]).toContain(channel_id);
    }
  });
});

describe('a description is given in any case', () => {
  test('if Discord fails', async () => {
    adapter.simulator.control.inject({ path: '*', times: 100, status: 500 });
    const told = await tell('members_kick', { guild_id: ids.guild, user_id: ids.host });
    adapter.simulator.control.clearFaults();
    expect(told).toMatchObject({
      guilds: [ids.guild],
      lines: [
        `guild: ${ids.guild} (could not be looked up)`,
        `member: ${ids.host} (could not be looked up)`,
        expect.stringContaining('what it does'),
      ],
    });
  });

  test('if Discord answers with something else', async () => {
    for (const body of [[], 'null', { name: 5, roles: 'x', guild_id: {}, user: 'y' }]) {
      adapter.simulator.control.inject({ path: '*', times: 3, status: 200, body });
      const told = await tell('members_kick', { guild_id: ids.guild, user_id: ids.host });
      adapter.simulator.control.clearFaults();
      expect(told.guilds).toEqual([ids.guild]);
      expect(told.lines.join('\n')).toContain(ids.host);
    }
  });

  test('if it takes longer than a person waits', async () => {
    const reads: (number | undefined)[] = [];
    const patient = createDiscordDescriber({
      client: {
        read: async (_route, context) => {
          reads.push(context?.deadline);
          throw new Error('The deadline came.');
        },
      },
    });
    const context = { ...adapter.context(), clock: { now: () => 1_000 } };
    const args = { channel_id: ids.general };
    const { lines } = await patient({ tool: 'channels_delete', args }, context);
    expect(lines[0]).toBe(`channel: ${ids.general} (could not be looked up)`);
    await patient({ tool: 'channels_delete', args }, { ...context, deadline: 2_000 });
    expect(reads).toEqual([6_000, 2_000]);
  });

  test('for arguments that nobody has checked', async () => {
    const odd = { guild_id: 7, user_ids: { a: null }, ['x\u202ey']: [[]], note: undefined };
    const { lines, guilds } = await tell('members_bulk_ban', odd);
    expect(guilds).toEqual([]);
    expect(lines).toContain('⟦x‹U+202E›y⟧: ⟦[[]]⟧');
    expect((await tell('unheard_of', { guild_id: ids.guild })).lines).toEqual([
      `guild_id: ⟦${ids.guild}⟧`,
    ]);
  });

  test('for arguments that cannot be written down', async () => {
    const circle: Record<string, unknown> = {};
    circle['again'] = circle;
    expect(await tell('messages_send', { embeds: circle })).toEqual({
      lines: ['arguments: unreadable'],
      guilds: [],
    });
  });
});

test('a description costs at most 15 requests', async () => {
  const user_ids = Array.from({ length: 200 }, (_, index) =>
    String(900_000_000_000_000_000 + index * 1000),
  );
  const { lines } = await tell('members_bulk_ban', { guild_id: ids.guild, user_ids });
  expect(requests()).toHaveLength(15);
  expect(new Set(requests().map((line) => line.split(' ')[0]))).toEqual(new Set(['GET']));
  expect(lines.some((line) => line.endsWith('(not looked up), not a member'))).toBe(true);
});
