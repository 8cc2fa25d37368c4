import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idAt } from '../../../src/tools/created-since.ts';
import { type Adapter, startAdapter } from '../../harness.ts';
import { ids, lookUp } from '../default-world.ts';

const noon = Date.parse('2030-01-01T12:00:00Z');
const args = { channel_id: ids.general, content: 'Office hours start now' };
const long = { channel_id: ids.general, content: `${'a '.repeat(900)}\n\n${'b '.repeat(900)}` };

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  adapter.simulator.control.reset();
  adapter.simulator.control.setClock(noon);
});
afterAll(() => adapter.close());

const send = (message: Record<string, unknown> = args) => adapter.call('messages_send', message);
const find = (message: Record<string, unknown> = args, since = noon) =>
  lookUp(adapter, 'messages_send', message, since);

test('a lost message that was sent is found, with its receipt', async () => {
  const receipt = await send();
  expect(await find()).toEqual({ outcome: 'applied', result: receipt });
});

test('a lost message that never arrived is absent', async () => {
  await send({ ...args, content: 'Something else' });
  expect(await find()).toEqual({ outcome: 'absent' });
});

test("somebody else's message with the same text does not count", async () => {
  const world = adapter.simulator.control.world();
  adapter.simulator.control.load({
    ...world,
    messages: [{ ...args, id: '1900000000000000000', author_id: ids.host }],
  });
  expect(await find(args, Date.parse('2029-04-01T00:00:00Z'))).toEqual({ outcome: 'absent' });
});

test('two messages with the same text leave it unsure', async () => {
  await send();
  await send();
  expect(await find()).toEqual({ outcome: 'unsure' });
});

test('a message from just before the call leaves it unsure', async () => {
  await send();
  expect(await find(args, noon + 10_000)).toEqual({ outcome: 'unsure' });
});

test('a message from long before the call does not count', async () => {
  await send();
  expect(await find(args, noon + 600_000)).toEqual({ outcome: 'absent' });
});

test('a message from much later leaves it unsure', async () => {
  adapter.simulator.control.advanceClock(600_000);
  await send();
  expect(await find()).toEqual({ outcome: 'unsure' });
});

test('a message that answers another one does not count for a reply', async () => {
  await send({ ...args, message_reference: { message_id: ids.ownersMessage } });
  const reply = { ...args, message_reference: { message_id: ids.hostsMessage } };
  expect(await find(reply)).toEqual({ outcome: 'absent' });
});

test('an edited message of the bot leaves it unsure, because it may have been this one', async () => {
  const { message_id } = await send();
  await adapter.call('messages_edit', {
    channel_id: ids.general,
    message_id,
    content: 'Office hours are over',
  });
  expect(await find()).toEqual({ outcome: 'unsure' });
});

test('all parts of a long message are found together', async () => {
  const receipt = await send(long);
  expect(await find(long)).toEqual({ outcome: 'applied', result: receipt });
});

test('a long message of which only some parts arrived is unsure', async () => {
  const { message_id } = await send(long);
  await adapter.call('messages_delete', { channel_id: ids.general, message_id });
  expect(await find(long)).toEqual({ outcome: 'unsure' });
});

test('a message that consists of embeds is found by their text', async () => {
  const agenda = { channel_id: ids.general, embeds: [{ title: 'Agenda' }] };
  const receipt = await send(agenda);
  expect(await find(agenda)).toEqual({ outcome: 'applied', result: receipt });
  expect(await find({ ...agenda, embeds: [{ title: 'Minutes' }] })).toEqual({ outcome: 'absent' });
});

test('a channel with more messages than can be looked through leaves it unsure', async () => {
  const world = adapter.simulator.control.world();
  const crowd = Array.from({ length: 1001 }, (_, index) => ({
    id: idAt(noon + index),
    channel_id: ids.general,
    author_id: ids.host,
    content: 'Hello',
  }));
  adapter.simulator.control.load({ ...world, messages: crowd });
  expect(await find()).toEqual({ outcome: 'unsure' });
});

test('a message without text of its own is never claimed', async () => {
  const files = { channel_id: ids.general, files: [{ name: 'a.txt', text: 'a' }] };
  await send(files);
  expect(await find(files)).toEqual({ outcome: 'unsure' });
});

test('a message among more than a page of others is found', async () => {
  const world = adapter.simulator.control.world();
  const others = Array.from({ length: 220 }, (_, index) => ({
    id: idAt(noon - 50_000 + index),
    channel_id: ids.general,
    author_id: ids.host,
    content: args.content,
  }));
  adapter.simulator.control.load({ ...world, messages: others });
  const receipt = await send();
  expect(await find()).toEqual({ outcome: 'applied', result: receipt });
});

test('a history that the bot cannot read leaves it unsure', async () => {
  await send();
  const world = adapter.simulator.control.world();
  for (const guild of world.guilds) {
    for (const channel of guild.channels.filter(({ id }) => id === ids.general)) {
      channel.permission_overwrites = [
        { id: ids.bot, type: 1, allow: '0', deny: String(1n << 16n) },
      ];
    }
  }
  adapter.simulator.control.load(world);
  expect(await find()).toEqual({ outcome: 'unsure' });
});
