import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Adapter, startAdapter } from '../../harness.ts';
import { errorOf, ids } from '../default-world.ts';

const theirs = { channel_id: ids.general, message_id: ids.hostsMessage };
const inSmallGuild = { channel_id: ids.smallChannel, message_id: '1200000000000000077' };

let adapter: Adapter;
beforeAll(async () => {
  adapter = await startAdapter();
});
beforeEach(() => {
  const { control } = adapter.simulator;
  control.reset();
  const world = control.world();
  const { message_id: id, channel_id } = inSmallGuild;
  control.load({
    ...world,
    messages: [...world.messages, { id, channel_id, author_id: ids.host, content: 'Hi' }],
  });
});
afterAll(() => adapter.close());

function find(id: unknown) {
  return adapter.simulator.control.world().messages.find((message) => message.id === id);
}

async function post(args: Record<string, unknown> = { content: 'Hello' }): Promise<string> {
  const receipt = await adapter.call<{ message_id: string }>('messages_send', {
    channel_id: ids.general,
    ...args,
  });
  return receipt.message_id;
}

describe('messages_edit', () => {
  test('changes what is given and leaves the rest', async () => {
    const message_id = await post({ content: 'Hello', embeds: [{ title: 'Agenda' }] });
    const args = { channel_id: ids.general, message_id, content: `Bye @everyone <@${ids.host}>` };
    const edited = await adapter.call('messages_edit', args);
    expect(edited).toEqual({
      message_id,
      channel_id: ids.general,
      edited_timestamp: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect(find(message_id)).toMatchObject({
      content: args.content,
      embeds: [{ title: 'Agenda' }],
      mention_everyone: false,
      mentions: [],
    });
  });

  test('removes content with null and embeds with an empty list', async () => {
    const message_id = await post({ content: 'Hello', embeds: [{ title: 'Agenda' }] });
    const address = { channel_id: ids.general, message_id };
    await adapter.call('messages_edit', { ...address, content: null });
    expect(find(message_id)?.content).toBe('');
    await adapter.call('messages_edit', { ...address, content: 'Back', embeds: [] });
    expect(find(message_id)).toMatchObject({ content: 'Back', embeds: [] });
  });

  test('sets the flag that components in place of content need', async () => {
    const message_id = await post({ components: [{ type: 10, content: 'Before' }] });
    await adapter.call('messages_edit', {
      channel_id: ids.general,
      message_id,
      components: [{ type: 10, content: 'After' }],
    });
    expect(find(message_id)).toMatchObject({
      flags: 1 << 15,
      components: [{ type: 10, content: 'After' }],
    });
  });

  test('keeps only the attachments that are named', async () => {
    const files = ['a.txt', 'b.txt'].map((name) => ({ name, text: name }));
    const message_id = await post({ files });
    const [, second] = find(message_id)?.attachments ?? [];
    await adapter.call('messages_edit', {
      channel_id: ids.general,
      message_id,
      attachments: [{ id: second?.id }],
    });
    expect(find(message_id)?.attachments.map(({ filename }) => filename)).toEqual(['b.txt']);
  });

  test("can hide the link previews of another's message, and nothing else", async () => {
    await adapter.call('messages_edit', { ...theirs, flags: 4 });
    expect(find(ids.hostsMessage)?.flags).toBe(4);
    const error = await errorOf(adapter.call('messages_edit', { ...theirs, content: 'Mine' }));
    expect(error).toMatchObject({ outcome: 'not_applied', details: { discord_code: 50005 } });
  });

  test.each([
    ['a change of nothing', {}, 'Nothing to change'],
    ['a change of mentions alone', { allowed_mentions: {} }, 'Nothing to change'],
    ['content that does not fit', { content: 'x'.repeat(2001) }, '2000'],
  ])('refuses %s', async (_, args, text) => {
    const error = await errorOf(adapter.call('messages_edit', { ...theirs, ...args }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(text);
  });
});

describe('messages_delete', () => {
  test('deletes a message, and says of a repetition that it was gone', async () => {
    const args = { ...theirs, audit_reason: 'off topic' };
    expect(await adapter.call('messages_delete', args)).toEqual({
      deleted: true,
      already_absent: false,
      message_id: ids.hostsMessage,
    });
    expect(find(ids.hostsMessage)).toBeUndefined();
    expect(adapter.simulator.control.requests().at(-1)?.reason).toBe('off topic');
    expect(await adapter.call('messages_delete', args)).toMatchObject({ already_absent: true });
  });

  test('does not take a wrong channel for a message that is gone', async () => {
    const args = { channel_id: ids.nothing, message_id: ids.hostsMessage };
    expect(await errorOf(adapter.call('messages_delete', args))).toMatchObject({
      code: 'DISCORD_NOT_FOUND',
      details: { discord_code: 10003 },
    });
  });

  test("names the permission that others' messages take", async () => {
    expect(await errorOf(adapter.call('messages_delete', inSmallGuild))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_MESSAGES',
    });
  });
});

describe('messages_bulk_delete', () => {
  test('deletes several messages at once; ids of nothing are ignored', async () => {
    const messages = [await post(), await post()];
    const args = { channel_id: ids.general, messages, audit_reason: 'spam' };
    expect(await adapter.call('messages_bulk_delete', args)).toEqual({
      deleted: true,
      channel_id: ids.general,
      requested: 2,
    });
    expect(messages.map(find)).toEqual([undefined, undefined]);
    expect(await adapter.call('messages_bulk_delete', args)).toMatchObject({ deleted: true });
  });

  test('names the messages that are too old, and deletes nothing', async () => {
    const young = await post();
    const messages = [young, ids.ownersMessage];
    const error = await errorOf(
      adapter.call('messages_bulk_delete', { channel_id: ids.general, messages }),
    );
    expect(error).toMatchObject({
      code: 'DISCORD_INVALID_REQUEST',
      outcome: 'not_applied',
      details: { too_old: [ids.ownersMessage] },
    });
    expect(error.message).toContain('messages_delete');
    expect(find(young)).toBeDefined();
  });

  test.each([
    ['a single message', [ids.hostsMessage], 'messages'],
    ['a message twice', [ids.hostsMessage, ids.hostsMessage], 'named twice'],
    [
      '101 messages',
      Array.from({ length: 101 }, (_, at) => String(10n ** 18n + BigInt(at))),
      '100',
    ],
  ])('refuses %s', async (_, messages, text) => {
    const args = { channel_id: ids.general, messages };
    const error = await errorOf(adapter.call('messages_bulk_delete', args));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain(text);
  });

  test('names the permission that is missing', async () => {
    const messages = await Promise.all(
      ['One', 'Two'].map((content) => post({ channel_id: ids.smallChannel, content })),
    );
    const args = { channel_id: ids.smallChannel, messages };
    expect(await errorOf(adapter.call('messages_bulk_delete', args))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing MANAGE_MESSAGES',
    });
  });
});

describe('pins', () => {
  test('messages_pin pins a message; a pinned one stays pinned', async () => {
    const args = { ...theirs, audit_reason: 'worth keeping' };
    for (let time = 1; time <= 2; time += 1) {
      expect(await adapter.call('messages_pin', args)).toEqual({
        pinned: true,
        message_id: ids.hostsMessage,
      });
      expect(find(ids.hostsMessage)?.pinned_at).not.toBeNull();
    }
    expect(adapter.simulator.control.requests().at(-1)?.reason).toBe('worth keeping');
  });

  test('messages_unpin unpins it, and says if the message is gone', async () => {
    await adapter.call('messages_pin', theirs);
    expect(await adapter.call('messages_unpin', theirs)).toEqual({
      unpinned: true,
      already_absent: false,
      message_id: ids.hostsMessage,
    });
    expect(find(ids.hostsMessage)?.pinned_at).toBeNull();
    await adapter.call('messages_delete', theirs);
    expect(await adapter.call('messages_unpin', theirs)).toMatchObject({ already_absent: true });
  });

  test('messages_list_pins lists the pins, the latest first, page by page', async () => {
    interface Page {
      readonly pins: readonly { readonly message: { readonly id: string } }[];
      readonly next_cursor?: string;
    }
    const { control } = adapter.simulator;
    for (const message_id of [ids.ownersMessage, ids.hostsMessage]) {
      control.setClock(`2030-01-0${message_id.at(-1)}T12:00:00Z`);
      await adapter.call('messages_pin', { channel_id: ids.general, message_id });
    }
    const args = { channel_id: ids.general, limit: 1 };
    const first = await adapter.call<Page>('messages_list_pins', args);
    expect(first.pins).toMatchObject([
      { pinned_at: '2030-01-02T12:00:00.000Z', message: { id: ids.hostsMessage, pinned: true } },
    ]);
    const second = await adapter.call<Page>('messages_list_pins', {
      ...args,
      cursor: first.next_cursor,
    });
    expect(second.pins.map(({ message }) => message.id)).toEqual([ids.ownersMessage]);
    expect(second.next_cursor).toBeUndefined();
  });

  test.each(['messages_pin', 'messages_unpin'])('%s names the missing permission', async (tool) => {
    expect(await errorOf(adapter.call(tool, inSmallGuild))).toMatchObject({
      code: 'DISCORD_PERMISSION_DENIED',
      message: 'Missing PIN_MESSAGES',
    });
  });
});
