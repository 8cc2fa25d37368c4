import { Client } from 'oceanic.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../src/index.ts';
import { createSpecCheck, type SpecCheck } from '../src/spec/index.ts';
import { BOT, CHANNEL, GUILD, HOST, ROLE } from './harness.ts';

let spec: SpecCheck;
let simulator: Simulator;
let client: Client;
beforeAll(async () => {
  spec = await createSpecCheck();
  simulator = await startSimulator({ observe: spec.observe });
  client = new Client({
    auth: `Bot ${simulator.token}`,
    rest: { baseURL: `${simulator.url}/v10` },
  });
  await client.restMode();
});
afterAll(async () => {
  await simulator.close();
  expect(spec.violations()).toEqual([]);
});

test('a client that knows nothing of the simulator finds itself and its guild', async () => {
  expect(client.user.id).toBe(BOT);
  const guild = await client.rest.guilds.get(GUILD, true);
  expect([guild.name, guild.approximateMemberCount]).toEqual(['Office Hours', 305]);
  const channels = await client.rest.guilds.getChannels(GUILD);
  expect(channels.map(({ id }) => id)).toContain(CHANNEL.announcements);
  const members = await client.rest.guilds.getMembers(GUILD, { limit: 200 });
  expect(members).toHaveLength(200);
});

test('it sends, edits, reacts, pins, reads and deletes', async () => {
  const message = await client.rest.channels.createMessage(CHANNEL.general, {
    content: 'Hello <@777788889999000011>',
    embeds: [{ title: 'Agenda', fields: [{ name: 'One', value: 'Greetings' }] }],
    files: [{ name: 'a.txt', contents: Buffer.from('hello') }],
    allowedMentions: { users: false },
  });
  expect(message.attachments.size).toBe(1);
  expect(message.mentions.users).toEqual([]);
  const edited = await client.rest.channels.editMessage(CHANNEL.general, message.id, {
    content: 'Changed',
  });
  expect(edited.content).toBe('Changed');
  await client.rest.channels.createReaction(CHANNEL.general, message.id, '👋');
  const reactors = await client.rest.channels.getReactions(CHANNEL.general, message.id, '👋');
  expect(reactors.map(({ id }) => id)).toEqual([BOT]);
  await client.rest.channels.pinMessage(CHANNEL.general, message.id, 'important');
  const history = await client.rest.channels.getMessages(CHANNEL.general, { limit: 10 });
  expect(history.find(({ id }) => id === message.id)?.pinned).toBe(true);
  await client.rest.channels.deleteMessage(CHANNEL.general, message.id, 'over');
});

test('it keeps to the rate limits it is told', async () => {
  const sent = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      client.rest.channels.createReaction(
        CHANNEL.general,
        '1200000000000000001',
        String.fromCodePoint(0x1f600 + index),
      ),
    ),
  );
  expect(sent).toHaveLength(4);
});

test('it gives roles, makes events, threads and webhooks, and bans', async () => {
  await client.rest.guilds.addMemberRole(GUILD, HOST, ROLE.host, 'hosts today');
  expect((await client.rest.guilds.getMember(GUILD, HOST)).roles).toEqual([ROLE.host]);
  const start = Date.now() + 3_600_000;
  const event = await client.rest.guilds.createScheduledEvent(GUILD, {
    name: 'Office hours',
    privacyLevel: 2,
    entityType: 3,
    entityMetadata: { location: 'Here' },
    scheduledStartTime: new Date(start).toISOString(),
    scheduledEndTime: new Date(start + 3_600_000).toISOString(),
  });
  expect(event.name).toBe('Office hours');
  const thread = await client.rest.channels.startThreadWithoutMessage(CHANNEL.general, {
    name: 'Questions',
    type: 11,
  });
  expect(thread.parentID).toBe(CHANNEL.general);
  const webhook = await client.rest.webhooks.create(CHANNEL.general, { name: 'Herald' });
  const heard = await client.rest.webhooks.execute(webhook.id, webhook.token ?? '', {
    content: 'News',
    wait: true,
  });
  expect(heard.author.username).toBe('Herald');
  await client.rest.guilds.createBan(GUILD, HOST, { reason: 'test' });
  expect((await client.rest.guilds.getBan(GUILD, HOST)).reason).toBe('test');
  await client.rest.guilds.removeBan(GUILD, HOST);
});

test('it reads in the audit log what it has done and why', async () => {
  const { entries } = await client.rest.guilds.getAuditLog(GUILD, { limit: 100 });
  expect(entries.map(({ actionType }) => actionType)).toEqual([23, 22, 50, 110, 100, 25, 74]);
  expect(entries.map(({ reason }) => reason).filter(Boolean)).toEqual([
    'test',
    'hosts today',
    'important',
  ]);
});

test('it understands what it may not do', async () => {
  const refused = client.rest.guilds.addMemberRole(GUILD, HOST, ROLE.admin);
  await expect(refused).rejects.toMatchObject({ code: 10007 });
  const invalid = client.rest.channels.createMessage(CHANNEL.general, {
    content: 'x'.repeat(2001),
  });
  await expect(invalid).rejects.toThrow('content: Must be 2000 or fewer in length.');
});
