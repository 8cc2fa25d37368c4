import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnyClient, connect } from './clients.ts';
import { type SimulatedDiscord, simulateDiscord } from './simulated-discord.ts';
import { places } from './soak/places.ts';

let discord: SimulatedDiscord;
let client: AnyClient | undefined;
beforeAll(async () => {
  discord = await simulateDiscord();
});
afterAll(() => discord.close());
afterEach(async () => {
  await client?.close();
  client = undefined;
});

const { guild: guild_id, general: channel_id, host: user_id } = places;

type Result = Readonly<Record<string, unknown>>;
type Arguments = (earlier: Readonly<Record<string, Result>>) => Record<string, unknown>;

const message: Arguments = ({ messages_send }) => ({
  channel_id,
  message_id: messages_send?.['message_id'],
});
const event: Arguments = ({ events_create }) => ({ guild_id, event_id: events_create?.['id'] });

/** One call of every tool that needs no approval, each with what an earlier one made. */
const calls: Readonly<Record<string, Arguments>> = {
  guild_list_mine: () => ({}),
  guild_get: () => ({ guild_id }),
  users_get_current: () => ({}),
  users_get: () => ({ user_id }),
  audit_log_get: () => ({ guild_id }),
  roles_list: () => ({ guild_id }),
  roles_create: () => ({ guild_id, name: 'checked' }),
  roles_modify: ({ roles_create }) => ({ guild_id, role_id: roles_create?.['id'], name: 'again' }),
  members_list: () => ({ guild_id, limit: 5 }),
  members_search: () => ({ guild_id, query: 'a' }),
  members_get: () => ({ guild_id, user_id }),
  members_modify: () => ({ guild_id, user_id, nick: 'Host' }),
  members_add_role: ({ roles_create }) => ({ guild_id, user_id, role_id: roles_create?.['id'] }),
  members_remove_role: ({ roles_create }) => ({ guild_id, user_id, role_id: roles_create?.['id'] }),
  members_list_bans: () => ({ guild_id }),
  channels_list: () => ({ guild_id }),
  channels_get: () => ({ channel_id: places.forum }),
  channels_create: () => ({ guild_id, name: 'checked' }),
  channels_modify: ({ channels_create }) => ({
    channel_id: channels_create?.['id'],
    topic: 'Here',
  }),
  webhooks_create: ({ channels_create }) => ({ channel_id: channels_create?.['id'], name: 'hook' }),
  webhooks_execute: ({ webhooks_create }) => ({
    webhook_id: webhooks_create?.['webhook_id'],
    content: 'through a webhook',
  }),
  messages_send: () => ({ channel_id, content: 'word '.repeat(600) }),
  messages_get: message,
  messages_edit: (earlier) => ({ ...message(earlier), content: 'edited' }),
  messages_pin: message,
  messages_list_pins: () => ({ channel_id }),
  messages_unpin: message,
  messages_read: () => ({ channel_id, limit: 5 }),
  reactions_add: (earlier) => ({ ...message(earlier), emoji: '👋' }),
  reactions_list: (earlier) => ({ ...message(earlier), emoji: '👋' }),
  threads_create: (earlier) => ({ ...message(earlier), name: 'checked' }),
  threads_modify: ({ threads_create }) => ({ channel_id: threads_create?.['id'], name: 'again' }),
  threads_list_active: () => ({ guild_id }),
  threads_list_archived: () => ({ channel_id }),
  invites_create: () => ({ channel_id }),
  invites_list: () => ({ guild_id }),
  events_create: () => ({
    guild_id,
    name: 'Checked',
    scheduled_start_time: '2099-01-01T17:00:00Z',
    scheduled_end_time: '2099-01-01T18:00:00Z',
    entity_type: 3,
    entity_metadata: { location: 'Here' },
  }),
  events_modify: (earlier) => ({ ...event(earlier), name: 'Again' }),
  events_get: event,
  events_list: () => ({ guild_id }),
  mcp_pipeline_check: () => ({ steps: [{ tool: 'roles_list', args: { guild_id } }] }),
  mcp_pipeline: () => ({ steps: [{ tool: 'roles_list', args: { guild_id } }] }),
};

// The client holds every result against the schema that the list published, and throws if it differs.
test('what the tools answer is what the list says', async () => {
  client = await connect(['serve', '--surface', 'full'], discord.env);
  const { tools } = await client.listTools();
  const listed = tools.map((tool) => tool['name']);
  const earlier: Record<string, Result> = {};
  for (const [name, args] of Object.entries(calls)) {
    expect(listed).toContain(name);
    const result = await client.callTool({ name, arguments: args(earlier) });
    expect(result.isError, `${name}: ${result.content[0]?.text}`).not.toBe(true);
    earlier[name] = result.structuredContent ?? {};
  }
}, 20_000);
