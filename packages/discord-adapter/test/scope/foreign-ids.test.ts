import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discordTools, type ScopeLists } from '../../src/index.ts';
import { argumentsWith, type ChooseId, idPaths } from '../minimal-arguments.ts';
import { ids } from '../tools/default-world.ts';
import { foreign, foreignWorld, own, secret } from './foreign-world.ts';
import { errorIn, type ScopedAdapter, startScope } from './start-scope.ts';

let adapter: ScopedAdapter;
beforeAll(async () => {
  adapter = await startScope({ simulator: { limits: 'off', world: foreignWorld() } });
});
beforeEach(() => adapter.forget());
afterAll(() => adapter.close());

/** Ids of the guild out of bounds, by what they name; lists get different ones. */
const foreignIds: Readonly<Record<string, readonly string[]>> = {
  guild: [foreign.guild],
  channel: [foreign.channel, foreign.otherChannel],
  message: [foreign.message, foreign.otherMessage],
  attachment: [foreign.attachment],
  role: [foreign.role],
  'role or user': [foreign.role],
  user: [foreign.user],
  webhook: [foreign.webhook],
  event: [foreign.event],
  emoji: [foreign.emoji],
  sticker: [foreign.sticker],
  tag: [foreign.tag],
  target: [foreign.channel],
};

const ownIds: Readonly<Record<string, readonly string[]>> = {
  guild: [ids.guild],
  channel: [ids.announcements],
  message: [ids.ownersMessage, ids.hostsMessage],
  role: [ids.hostRole],
  'role or user': [ids.hostRole],
  user: [ids.host],
  webhook: [own.webhook],
  event: [own.event],
};

function idOf(known: typeof foreignIds, kind: string, index: number): string {
  const id = known[kind]?.[index];
  if (id === undefined) throw new Error(`The test knows no ${kind} number ${index}.`);
  return id;
}

const tools = discordTools(() => {
  throw new Error('Arguments need no connection.');
});
const cases = tools.flatMap((tool) =>
  idPaths(tool).map(({ path, kind }) => [tool.name, path.join('.'), { tool, path, kind }] as const),
);

/** Whatever finds out where something is, and nothing else. */
const lookups = [
  /^GET \/channels\/\d+$/,
  /^GET \/webhooks\/\d+$/,
  new RegExp(`^GET /guilds/${ids.guild}/scheduled-events/\\d+$`),
];

function expectOnlyLookups(): void {
  const others = adapter.requests().filter((line) => !lookups.some((one) => one.test(line)));
  expect(others).toEqual([]);
}

const lists: readonly (readonly [string, ScopeLists])[] = [
  ['guilds', { guilds: new Set([ids.guild]) }],
  ['channels', { channels: new Set([ids.announcements]) }],
  ['both', { guilds: new Set([ids.guild]), channels: new Set([ids.announcements]) }],
  ['nothing', { guilds: new Set(), channels: new Set() }],
];

test('no tool is without a case but those that name nothing, and those are known', () => {
  const covered = new Set(cases.map(([name]) => name));
  expect(tools.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([
    'guild_list_mine',
    'users_get_current',
  ]);
});

describe.each(lists)('with a list of %s', (_what, scope) => {
  beforeEach(() => adapter.setLists(scope));

  test.each(cases)(
    'every id of %s is out of bounds, %s among them: nothing is sent but look-ups, and nothing comes back',
    async (name, _path, { tool, path }) => {
      const args = argumentsWith(tool, path, (kind, index) => idOf(foreignIds, kind, index));
      const outcome = await adapter.run(name, args);
      if (name !== 'users_get') {
        const error = errorIn(outcome);
        expect(error.code).toMatch(/^(GUILD|CHANNEL)_NOT_ALLOWED$/);
        expect(error.outcome).toBe('not_applied');
        expect(error.message + JSON.stringify(error)).not.toContain(secret);
        expectOnlyLookups();
      }
    },
  );
});

/** Kinds whose home is asked for; what belongs to it is told apart by Discord. */
const judgedByThemselves: readonly string[] = ['guild', 'channel', 'webhook'];
const mixedCases = cases.filter(([, , { kind }]) => judgedByThemselves.includes(kind));
const belongingCases = cases.filter(
  ([name, path, { kind }]) =>
    !judgedByThemselves.includes(kind) &&
    !name.startsWith('users_') &&
    // A new channel has no tags to keep, and Discord's specification knows no such id.
    `${name} ${path}` !== 'channels_create available_tags.[].id',
);

/** The ids of the guild on the list, and at one path one from outside. */
function oneForeign(at: readonly string[]): ChooseId {
  return (kind, index, path) =>
    path.join('.') === at.join('.')
      ? idOf(foreignIds, kind, index)
      : (ownIds[kind]?.[index] ?? idOf(foreignIds, kind, index));
}

describe.each(lists)('with a list of %s', (_what, scope) => {
  beforeEach(() => adapter.setLists(scope));

  test.each(mixedCases)(
    'one id of %s is out of bounds, %s: it is refused',
    async (name, at, one) => {
      const outcome = await adapter.run(
        name,
        argumentsWith(one.tool, one.path, oneForeign(one.path)),
      );
      const error = errorIn(outcome);
      expect(error.code).toMatch(/^(GUILD|CHANNEL)_NOT_ALLOWED$/);
      if (scope.guilds?.size !== 0) expect(error.message).toContain(at.replaceAll('.[]', '[0]'));
      expect(JSON.stringify(error)).not.toContain(secret);
      expectOnlyLookups();
    },
  );
});

test.each(belongingCases)(
  'an id of %s that belongs elsewhere, %s, brings nothing back and changes nothing there',
  async (name, _path, { tool, path }) => {
    adapter.simulator.control.reset();
    adapter.setLists({ guilds: new Set([ids.guild]) });
    const before = foreignPart();
    const outcome = await adapter.run(name, argumentsWith(tool, path, oneForeign(path)));
    expect(JSON.stringify(outcome.kind === 'error' ? outcome.error : outcome)).not.toContain(
      secret,
    );
    expect(foreignPart()).toEqual(before);
  },
);

function foreignPart() {
  const { guilds, messages, webhooks, invites } = adapter.simulator.control.world();
  return {
    guild: guilds.find(({ id }) => id === foreign.guild),
    messages: messages.filter(({ content }) => content === secret),
    webhooks: webhooks.filter(({ guild_id }) => guild_id === foreign.guild),
    invites: invites.filter(({ guild_id }) => guild_id === foreign.guild),
  };
}
