import { type CallBounds, defineTool, id, type Outcome } from '@guildline/mcp-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { discordTools } from '../../src/index.ts';
import { argumentsWith, type ChooseId, idPaths } from '../minimal-arguments.ts';
import { ids } from '../tools/default-world.ts';
import { foreign, foreignWorld, own, secret } from './foreign-world.ts';
import { errorIn, resultIn, type ScopedAdapter, startScope } from './start-scope.ts';

/** A change that an invite leads to; no tool of Discord's takes one yet. */
const visitsEnd = defineTool({
  name: 'visits_end',
  category: 'visits',
  title: 'End a visit',
  description: 'Ends a visit.',
  input: () => z.strictObject({ invite: id('invite') }),
  output: () => z.object({}),
  effect: 'once',
  routes: ['DELETE /invites/{code}'],
  run: async () => ({}),
});

/** Plans calls within bounds of its own, as workflow_start does. */
const planner = defineTool({
  name: 'visits_plan',
  category: 'meta',
  title: 'Plan visits',
  description: 'Plans calls.',
  input: () =>
    z.strictObject({
      guild_id: z.string(),
      steps: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })),
    }),
  output: () => z.object({}),
  effect: 'once',
  calls: ({ steps }) => steps,
  bounds: ({ guild_id }) => ({ guild_id }),
  run: async () => ({}),
});

let adapter: ScopedAdapter;
beforeAll(async () => {
  adapter = await startScope({
    simulator: { limits: 'off', world: foreignWorld() },
    tools: [visitsEnd, planner],
  });
});
beforeEach(() => adapter.forget());
afterAll(() => adapter.close());

const toGuild: CallBounds = { guild_id: ids.guild };
const toChannel: CallBounds = { guild_id: ids.guild, channel_id: ids.announcements };
const toChannelAlone: CallBounds = { channel_id: ids.announcements };

function run(bounds: CallBounds, tool: string, args: object): Promise<Outcome> {
  return adapter.dispatch(tool, args, { caller: { id: 'local', groups: [] }, bounds });
}

function expectMismatch(outcome: Outcome): string {
  const error = errorIn(outcome);
  expect(error).toMatchObject({ code: 'WORKFLOW_TARGET_MISMATCH', outcome: 'not_applied' });
  expect(error.message + JSON.stringify(error)).not.toContain(secret);
  expect(error.message).not.toContain('allow-list');
  return error.message;
}

/** Everything but look-ups of where something is. */
function requestsBeyondLookups(): string[] {
  return adapter
    .requests()
    .filter((line) => !/^GET \/(channels|webhooks|invites\/\w+|stickers)\/?\d*$/.test(line))
    .filter((line) => !/^GET \/guilds\/\d+\/scheduled-events\/\d+$/.test(line));
}

/** Ids in another guild; whatever the table does not know belongs to no guild. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  guild: [foreign.guild],
  channel: [foreign.channel, foreign.otherChannel],
  webhook: [foreign.webhook],
};
const inGuild: Readonly<Record<string, readonly string[]>> = {
  guild: [ids.guild],
  channel: [ids.announcements, ids.general],
  message: [ids.ownersMessage, ids.hostsMessage],
  role: [ids.hostRole],
  'role or user': [ids.hostRole],
  user: [ids.host],
  webhook: [own.webhook],
  event: [own.event],
};
const nowhere = '999999999999999901';

const cases = discordTools(() =>
  Promise.reject(new Error('Arguments need no connection.')),
).flatMap((tool) =>
  idPaths(tool)
    .filter(({ kind }) => kind in elsewhere)
    .map(({ path, kind }) => [tool.name, path.join('.'), { tool, path, kind }] as const),
);

function oneElsewhere(at: readonly string[]): ChooseId {
  return (kind, index, path) => {
    const table = path.join('.') === at.join('.') ? elsewhere : inGuild;
    return table[kind]?.[index] ?? nowhere;
  };
}

describe.each([
  ['a guild', toGuild],
  ['a guild and a channel', toChannel],
  ['a channel', toChannelAlone],
])('a call that is bound to %s', (_what, bounds) => {
  test.each(cases)(
    '%s with one id from elsewhere, %s, is refused before it runs',
    async (...one) => {
      const [name, path, { tool, path: at }] = one;
      const message = expectMismatch(
        await run(bounds, name, argumentsWith(tool, at, oneElsewhere(at))),
      );
      expect(message).toContain(path.replaceAll('.[]', '[0]'));
      expect(requestsBeyondLookups()).toEqual([]);
    },
  );
});

describe('a call that is bound to a guild', () => {
  test('stays there and is let through', async () => {
    resultIn(await run(toGuild, 'channels_list', { guild_id: ids.guild }));
    resultIn(await run(toGuild, 'messages_read', { channel_id: own.thread }));
    resultIn(await run(toGuild, 'messages_send', { channel_id: ids.general, content: 'x' }));
    resultIn(
      await run(toGuild, 'members_add_role', {
        guild_id: ids.guild,
        user_id: ids.host,
        role_id: ids.hostRole,
      }),
    );
  });

  test('may not lead elsewhere through an invite or a webhook', async () => {
    expectMismatch(await run(toGuild, 'visits_end', { invite: foreign.invite }));
    expectMismatch(
      await run(toGuild, 'webhooks_execute', { webhook_id: foreign.webhook, content: 'x' }),
    );
  });

  test('what cannot be found out is refused', async () => {
    const message = expectMismatch(await run(toGuild, 'channels_get', { channel_id: ids.nothing }));
    expect(message).toContain('could not be resolved');
  });
});

describe.each([
  ['with its guild', toChannel],
  ['alone', toChannelAlone],
])('a call that is bound to a channel %s', (_what, bounds) => {
  test('may change that channel and its threads, and read in the guild', async () => {
    resultIn(await run(bounds, 'messages_send', { channel_id: ids.announcements, content: 'x' }));
    resultIn(await run(bounds, 'messages_send', { channel_id: own.thread, content: 'x' }));
    resultIn(await run(bounds, 'webhooks_execute', { webhook_id: own.webhook, content: 'x' }));
    resultIn(await run(bounds, 'messages_read', { channel_id: ids.general }));
    resultIn(await run(bounds, 'roles_list', { guild_id: ids.guild }));
  });

  test.each([
    ['messages_send', { channel_id: ids.general, content: 'x' }],
    ['visits_end', { invite: 'stage' }],
    ['channels_create', { guild_id: ids.guild, name: 'new', type: 0 }],
    ['members_add_role', { guild_id: ids.guild, user_id: ids.host, role_id: ids.hostRole }],
    ['members_ban', { guild_id: ids.guild, user_id: ids.host }],
    ['roles_delete', { guild_id: ids.guild, role_id: ids.hostRole }],
  ])('may not change anything else: %s %j', async (tool, args) => {
    expectMismatch(await run(bounds, tool, args));
    expect(requestsBeyondLookups()).toEqual([]);
  });
});

test('bounds narrow what the allow-lists admit, and admit nothing that they refuse', async () => {
  adapter.setLists({ guilds: new Set([ids.smallGuild]) });
  const outcome = await run(toGuild, 'roles_list', { guild_id: ids.guild });
  expect(errorIn(outcome).code).toBe('GUILD_NOT_ALLOWED');
  adapter.setLists({ guilds: new Set([ids.guild, foreign.guild]) });
  expectMismatch(await run(toGuild, 'roles_list', { guild_id: foreign.guild }));
  adapter.setLists({});
});

test('the steps of a pipeline are bound as it is', async () => {
  const outcome = await run(toGuild, 'mcp_pipeline', {
    steps: [
      { tool: 'roles_list', args: { guild_id: ids.guild } },
      { id: 'out', tool: 'roles_list', args: { guild_id: foreign.guild } },
    ],
  });
  expect(resultIn(outcome)).toMatchObject({
    aborted: true,
    steps: [{ status: 'success' }, { id: 'out', error: { code: 'WORKFLOW_TARGET_MISMATCH' } }],
  });
});

test('calls that are only planned are bound as soon as their ids are known', async () => {
  const plan = (...steps: object[]) => adapter.run('visits_plan', { guild_id: ids.guild, steps });
  const inside = { tool: 'messages_send', args: { channel_id: ids.general, content: 'x' } };
  const later = { tool: 'messages_send', args: { channel_id: '{{a.id}}', content: 'x' } };
  resultIn(await plan(inside, later));
  const outside = {
    tool: 'messages_send',
    args: { channel_id: foreign.channel, content: '{{a}}' },
  };
  const message = expectMismatch(await plan(inside, outside));
  expect(message).toContain('step 2 (messages_send)');
  expect(requestsBeyondLookups()).toEqual([]);
});
