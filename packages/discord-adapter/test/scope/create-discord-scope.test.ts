import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ids } from '../tools/default-world.ts';
import { foreign, foreignWorld, own, secret } from './foreign-world.ts';
import { errorIn, resultIn, type ScopedAdapter, startScope } from './start-scope.ts';

const guilds = new Set([ids.guild]);
const smallChannel = ids.smallChannel;

let adapter: ScopedAdapter;
beforeAll(async () => {
  const world = foreignWorld();
  adapter = await startScope({
    simulator: {
      limits: 'off',
      world: {
        ...world,
        direct_channels: [{ id: '222233334444888001', recipient_ids: [ids.bot, ids.host] }],
      },
    },
  });
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.forget();
  adapter.setLists({ guilds });
});
afterAll(() => adapter.close());

const step = (tool: string, args: Record<string, unknown>, more: object = {}) => ({
  tool,
  args,
  ...more,
});
const runSteps = (...steps: object[]) => adapter.run('mcp_pipeline', { steps });

test('without lists nothing is asked and nothing is refused', async () => {
  adapter.setLists({});
  resultIn(await adapter.run('channels_get', { channel_id: foreign.channel }));
  expect(adapter.requests()).toEqual([`GET /channels/${foreign.channel}`]);
  const mine = resultIn(await adapter.run('guild_list_mine', {}));
  expect(mine['guilds']).toHaveLength(4);
});

describe('with a list of guilds', () => {
  test('a guild is judged without a request', async () => {
    resultIn(await adapter.run('roles_list', { guild_id: ids.guild }));
    expect(adapter.requests()).toEqual([`GET /guilds/${ids.guild}/roles`]);
    const error = errorIn(await adapter.run('roles_list', { guild_id: foreign.guild }));
    expect(error).toMatchObject({ code: 'GUILD_NOT_ALLOWED', outcome: 'not_applied' });
    expect(error.retriable).toBe(false);
    expect(error.message).toContain(`guild_id: guild ${foreign.guild}`);
    expect(adapter.requests()).toHaveLength(1);
  });

  test('a channel and a thread are resolved with one request each, and remembered', async () => {
    for (const channel_id of [ids.general, own.thread, ids.general, own.thread]) {
      resultIn(await adapter.run('messages_read', { channel_id }));
    }
    expect(adapter.requests()).toEqual([
      `GET /channels/${ids.general}`,
      `GET /channels/${ids.general}/messages?limit=50`,
      `GET /channels/${own.thread}`,
      `GET /channels/${own.thread}/messages?limit=50`,
      `GET /channels/${ids.general}/messages?limit=50`,
      `GET /channels/${own.thread}/messages?limit=50`,
    ]);
  });

  test('a webhook is resolved, and its token stays where it was', async () => {
    const error = errorIn(
      await adapter.run('webhooks_execute', { webhook_id: foreign.webhook, content: 'x' }),
    );
    expect(error.message).toContain('webhook_id: webhook');
    expect(JSON.stringify(error)).not.toMatch(/token-of-theirs|Hidden/);
    expect(adapter.requests()).toEqual([`GET /webhooks/${foreign.webhook}`]);
    resultIn(await adapter.run('webhooks_execute', { webhook_id: own.webhook, content: 'x' }));
  });

  test('a direct message belongs to no guild and is refused', async () => {
    const error = errorIn(
      await adapter.run('messages_send', { channel_id: '222233334444888001', content: 'x' }),
    );
    expect(error).toMatchObject({ code: 'GUILD_NOT_ALLOWED' });
    expect(error.message).toContain('belongs to no guild');
  });

  test('what cannot be resolved is refused and its cause is not told', async () => {
    const error = errorIn(await adapter.run('messages_read', { channel_id: ids.nothing }));
    expect(error).toMatchObject({ code: 'GUILD_NOT_ALLOWED', retriable: false });
    expect(error.message).toContain(`channel ${ids.nothing} could not be resolved`);
    expect(JSON.stringify(error)).not.toMatch(/Unknown Channel|10003|404/);
  });

  test('an id deep inside the arguments is judged too', async () => {
    const moved = { channel_id: ids.general, parent_id: foreign.category };
    const error = errorIn(await adapter.run('channels_modify', moved));
    expect(error.message).toContain('parent_id: channel');
    expect(adapter.requests().every((line) => line.startsWith('GET /channels/'))).toBe(true);
  });

  test('users may be looked up, they belong to no guild', async () => {
    resultIn(await adapter.run('users_get', { user_id: ids.host }));
    resultIn(await adapter.run('users_get_current', {}));
  });

  test('a list over all guilds is cut down, and says how much is left out', async () => {
    const outcome = await adapter.run('guild_list_mine', {});
    const result = resultIn(outcome) as { guilds: { id: string }[] };
    expect(result.guilds.map(({ id }) => id)).toEqual([ids.guild]);
    expect(outcome).toMatchObject({ meta: { 'guildline/left_out': 3 } });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  test('an empty list allows nothing', async () => {
    adapter.setLists({ guilds: new Set() });
    expect(errorIn(await adapter.run('roles_list', { guild_id: ids.guild })).code).toBe(
      'GUILD_NOT_ALLOWED',
    );
    expect(resultIn(await adapter.run('guild_list_mine', {}))).toEqual({ guilds: [] });
  });
});

describe('with a list of channels', () => {
  beforeEach(() => adapter.setLists({ channels: new Set([ids.announcements]) }));

  test('a listed channel is let through without a request', async () => {
    resultIn(await adapter.run('messages_read', { channel_id: ids.announcements }));
    expect(adapter.requests()).toEqual([`GET /channels/${ids.announcements}/messages?limit=50`]);
  });

  test('a listed channel opens its threads, and no other channel', async () => {
    resultIn(await adapter.run('messages_read', { channel_id: own.thread }));
    const error = errorIn(await adapter.run('messages_read', { channel_id: ids.general }));
    expect(error).toMatchObject({ code: 'CHANNEL_NOT_ALLOWED', outcome: 'not_applied' });
    expect(error.message).toContain('channel_id: channel');
  });

  test('a listed category opens its channels and their threads', async () => {
    adapter.setLists({ channels: new Set([ids.category]) });
    resultIn(await adapter.run('messages_read', { channel_id: ids.announcements }));
    resultIn(await adapter.run('messages_read', { channel_id: own.thread }));
    expect(errorIn(await adapter.run('messages_read', { channel_id: ids.general })).code).toBe(
      'CHANNEL_NOT_ALLOWED',
    );
  });

  test('a webhook is judged by its channel', async () => {
    resultIn(await adapter.run('webhooks_execute', { webhook_id: own.webhook, content: 'x' }));
    adapter.setLists({ channels: new Set([ids.general]) });
    const args = { webhook_id: own.webhook, content: 'x' };
    expect(errorIn(await adapter.run('webhooks_execute', args)).code).toBe('CHANNEL_NOT_ALLOWED');
  });

  test('an event in a channel is judged by that channel, for reading and for changing', async () => {
    const args = { guild_id: ids.guild, event_id: own.event };
    for (const tool of ['events_get', 'events_delete'])
      expect(errorIn(await adapter.run(tool, args)).code).toBe('CHANNEL_NOT_ALLOWED');
    expect(resultIn(await adapter.run('events_list', { guild_id: ids.guild }))).toEqual({
      events: [],
    });
    adapter.setLists({ channels: new Set([ids.stage]) });
    resultIn(await adapter.run('events_get', args));
    const listed = resultIn(await adapter.run('events_list', { guild_id: ids.guild }));
    expect(listed['events']).toHaveLength(1);
  });

  test('lists of channels, threads and invites are cut down to the allowed ones', async () => {
    const guild = { guild_id: ids.guild };
    const { channels } = resultIn(await adapter.run('channels_list', guild)) as {
      channels: { id: string }[];
    };
    expect(channels.map(({ id }) => id)).toEqual([ids.announcements]);
    const { threads } = resultIn(await adapter.run('threads_list_active', guild)) as {
      threads: { id: string }[];
    };
    expect(threads.map(({ id }) => id)).toEqual([own.thread]);
    const { invites } = resultIn(await adapter.run('invites_list', guild)) as {
      invites: { code: string }[];
    };
    expect(invites.map(({ code }) => code)).toEqual(['welcome']);
  });

  test('a category decides over what is left of a list, with one request for all channels', async () => {
    adapter.setLists({ guilds, channels: new Set([ids.category]) });
    const { threads } = resultIn(
      await adapter.run('threads_list_active', { guild_id: ids.guild }),
    ) as { threads: { id: string }[] };
    expect(threads.map(({ id }) => id)).toEqual([own.thread]);
    const { channels } = resultIn(
      await adapter.run('channels_list', { guild_id: ids.guild, types: [0, 5] }),
    ) as { channels: { name: string }[] };
    expect(channels.map(({ name }) => name)).toEqual(['rules', 'announcements']);
    expect(adapter.requests()).toEqual([
      `GET /guilds/${ids.guild}/threads/active`,
      `GET /channels/${ids.announcements}`,
      `GET /guilds/${ids.guild}/channels`,
      `GET /guilds/${ids.guild}/channels`,
    ]);
  });

  test('a new channel has to be in a category of the list', async () => {
    const args = { guild_id: ids.guild, name: 'new' };
    const error = errorIn(await adapter.run('channels_create', args));
    expect(error).toMatchObject({ code: 'CHANNEL_NOT_ALLOWED' });
    expect(error.message).toContain('name a channel or category on the allow-list');
    adapter.setLists({ channels: new Set([ids.category]) });
    resultIn(await adapter.run('channels_create', { ...args, parent_id: ids.category }));
  });

  test('what tells of every channel without saying of which is refused', async () => {
    expect(errorIn(await adapter.run('audit_log_get', { guild_id: ids.guild })).code).toBe(
      'CHANNEL_NOT_ALLOWED',
    );
  });

  test('members and roles belong to the guilds of the listed channels', async () => {
    resultIn(await adapter.run('roles_list', { guild_id: ids.guild }));
    const error = errorIn(await adapter.run('roles_list', { guild_id: foreign.guild }));
    expect(error.code).toBe('GUILD_NOT_ALLOWED');
    expect(adapter.requests()).toEqual([
      `GET /channels/${ids.announcements}`,
      `GET /guilds/${ids.guild}/roles`,
    ]);
    const { guilds: mine } = resultIn(await adapter.run('guild_list_mine', {})) as {
      guilds: { id: string }[];
    };
    expect(mine.map(({ id }) => id)).toEqual([ids.guild]);
  });

  test('both lists hold at once', async () => {
    adapter.setLists({ guilds, channels: new Set([ids.announcements, smallChannel]) });
    const error = errorIn(await adapter.run('messages_read', { channel_id: smallChannel }));
    expect(error.code).toBe('GUILD_NOT_ALLOWED');
    expect(errorIn(await adapter.run('messages_read', { channel_id: ids.general })).code).toBe(
      'CHANNEL_NOT_ALLOWED',
    );
    resultIn(await adapter.run('messages_read', { channel_id: ids.announcements }));
  });

  test('a direct message is open if it is listed', async () => {
    const args = { channel_id: '222233334444888001', content: 'x' };
    expect(errorIn(await adapter.run('messages_send', args)).code).toBe('CHANNEL_NOT_ALLOWED');
    adapter.setLists({ channels: new Set([args.channel_id]) });
    resultIn(await adapter.run('messages_send', args));
  });
});

test('every caller has lists of their own, and they are asked for anew', async () => {
  const opened = new Map([['ann', guilds]]);
  adapter.setLists((caller) => ({ guilds: opened.get(caller) ?? new Set() }));
  const args = { channel_id: ids.general };
  resultIn(await adapter.run('messages_read', args, 'ann'));
  expect(errorIn(await adapter.run('messages_read', args, 'bob')).code).toBe('GUILD_NOT_ALLOWED');
  opened.set('bob', guilds);
  resultIn(await adapter.run('messages_read', args, 'bob'));
});

describe('a pipeline', () => {
  test('with a literal foreign id does nothing at all and names the step', async () => {
    const outcome = await runSteps(
      step('messages_send', { channel_id: ids.general, content: 'first' }),
      step('messages_send', { channel_id: foreign.channel, content: 'second' }),
    );
    const error = errorIn(outcome);
    expect(error).toMatchObject({ code: 'GUILD_NOT_ALLOWED', outcome: 'not_applied' });
    expect(error.message).toContain('step 2 (messages_send), channel_id: channel');
    expect(adapter.requests().every((line) => line.startsWith('GET /channels/'))).toBe(true);
  });

  test('that names one channel in every step asks for it once', async () => {
    resultIn(
      await runSteps(
        ...Array.from({ length: 20 }, () => step('channels_get', { channel_id: ids.general })),
      ),
    );
    expect(adapter.requests()).toHaveLength(21);
  });

  test('with a foreign id that a template fills in refuses that step', async () => {
    adapter.setLists({ guilds: new Set([ids.guild]) });
    const result = resultIn(
      await runSteps(
        step('users_get', { user_id: ids.host }, { id: 'who' }),
        step('messages_read', { channel_id: `{{ '${foreign.channel}' }}` }, { id: 'read' }),
      ),
    );
    expect(result).toMatchObject({
      aborted: true,
      steps: [{ status: 'success' }, { status: 'error', error: { code: 'GUILD_NOT_ALLOWED' } }],
    });
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(adapter.requests().at(-1)).toBe(`GET /channels/${foreign.channel}`);
  });

  test('with a foreign id inside of text that arrives as JSON refuses that step', async () => {
    const result = resultIn(
      await runSteps(
        step('messages_bulk_delete', {
          channel_id: foreign.channel.replace('4', "{{ '4' }}"),
          messages: JSON.stringify([foreign.message, foreign.otherMessage]),
        }),
      ),
    );
    expect(result).toMatchObject({ steps: [{ error: { code: 'GUILD_NOT_ALLOWED' } }] });
  });

  test('sees results that are cut down already', async () => {
    const result = resultIn(await runSteps(step('guild_list_mine', {}, { id: 'mine' })));
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result).toMatchObject({ variables: { mine: { guilds: [{ id: ids.guild }] } } });
  });

  test('that lacks an argument is told so, and not that it names nothing', async () => {
    const result = resultIn(await runSteps(step('members_kick', { user_id: ids.host })));
    expect(result).toMatchObject({ steps: [{ error: { code: 'PIPELINE_INVALID' } }] });
  });

  test('whose first step would give the guild of an event is not refused for that', async () => {
    adapter.setLists({ guilds, channels: new Set([ids.stage]) });
    const result = resultIn(
      await runSteps(
        step('channels_get', { channel_id: ids.stage }, { id: 'stage' }),
        step('events_get', { guild_id: '{{stage.guild_id}}', event_id: own.event }),
      ),
    );
    expect(result).toMatchObject({ aborted: false });
  });

  test('is checked by mcp_pipeline_check within the same lists', async () => {
    const check = (channel_id: string) =>
      adapter.run('mcp_pipeline_check', { steps: [step('messages_read', { channel_id })] });
    const error = errorIn(await check(foreign.channel));
    expect(error.code).toBe('GUILD_NOT_ALLOWED');
    expect(adapter.requests()).toEqual([`GET /channels/${foreign.channel}`]);
    expect(resultIn(await check(ids.general))).toMatchObject({ ok: true });
  });
});
