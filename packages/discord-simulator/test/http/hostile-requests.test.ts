import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../src/routes/all-routes.ts';
import { BOT, CHANNEL, GUILD, type Harness, HOST, NOON, ROLE, startHarness } from '../harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ observe: () => undefined });
});
afterAll(() => harness.close());

const PARAMETERS: Readonly<Record<string, string>> = {
  guild_id: GUILD,
  channel_id: CHANNEL.general,
  message_id: '1200000000000000001',
  user_id: HOST,
  role_id: ROLE.host,
  overwrite_id: ROLE.host,
  emoji_id: '333344445555000001',
  emoji_name: encodeURIComponent('👋'),
  answer_id: '1',
  code: 'abcdefgh',
  webhook_id: '444455556666777788',
  webhook_token: 'token',
  guild_scheduled_event_id: '444455556666777799',
};

const VALUES: readonly unknown[] = [
  null,
  -1.5,
  2 ** 53,
  '9'.repeat(40),
  '\u0000\uD800',
  [null],
  { id: {}, type: [], name: { toString: 1 }, constructor: { prototype: 1 } },
];

const FIELDS = [
  'content',
  'embeds',
  'components',
  'attachments',
  'poll',
  'message_reference',
  'allowed_mentions',
  'sticker_ids',
  'nonce',
  'flags',
  'name',
  'type',
  'topic',
  'parent_id',
  'permission_overwrites',
  'available_tags',
  'default_reaction_emoji',
  'permissions',
  'color',
  'colors',
  'roles',
  'nick',
  'communication_disabled_until',
  'channel_id',
  'scheduled_start_time',
  'entity_metadata',
  'recurrence_rule',
  'status',
  'user_ids',
  'messages',
  'message',
  'applied_tags',
  'allow',
  'max_age',
  'recipient_id',
  'delete_message_seconds',
  'limit',
  'before',
  'after',
  'query',
];

function prepare(): void {
  const { control } = harness.simulator;
  control.reset();
  control.setClock(NOON);
  const world = control.world();
  const [guild] = world.guilds;
  const hook = { id: PARAMETERS['webhook_id'] ?? '', guild_id: GUILD, channel_id: CHANNEL.general };
  control.load({
    ...world,
    guilds: world.guilds.map((each) =>
      each === guild ? { ...each, events: [{ id: '444455556666777799', creator_id: BOT }] } : each,
    ),
    webhooks: [{ ...hook, token: 'token' }],
    invites: [{ code: 'abcdefgh', guild_id: GUILD, channel_id: CHANNEL.general }],
  });
}

function isErrorBody(status: number, body: { message?: unknown; code?: unknown }): boolean {
  return status < 400 || (typeof body.message === 'string' && Number.isInteger(body.code));
}

test.each(allRoutes.map(({ method, path }) => `${method} ${path}`))(
  '%s answers every body and query in Discord’s form',
  async (name) => {
    prepare();
    const request = name.replace(/\{(\w+)\}/g, (_, key: string) => PARAMETERS[key] ?? '1');
    const reading = request.startsWith('GET ');
    for (const value of VALUES) {
      const everywhere = Object.fromEntries(FIELDS.map((field) => [field, value]));
      for (const body of reading ? [everywhere] : [value, everywhere]) {
        const query = new URLSearchParams(
          Object.entries(everywhere).map(([key, each]): [string, string] => [
            key,
            (JSON.stringify(each) ?? '').slice(0, 50),
          ]),
        );
        const answer = reading
          ? await harness.call(`${request}?${query}`)
          : await harness.call(request, body);
        const told = `${name} ${JSON.stringify(value)} ${answer.status} ${JSON.stringify(answer.body)}`;
        expect(answer.status, told).toBeLessThan(500);
        expect(isErrorBody(answer.status, answer.body), told).toBe(true);
      }
    }
  },
);
