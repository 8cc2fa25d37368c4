import { describe, expect, test } from 'vitest';
import { nearestName } from '../src/nearest-name.ts';

const names = ['message_id', 'channel_id', 'jump_url', 'id', 'timestamp'];

describe('the name that was probably meant', () => {
  test.each([
    ['mesage_id', 'message_id'],
    ['messageId', 'message_id'],
    ['MESSAGE_ID', 'message_id'],
    ['message_ids', 'message_id'],
    ['chanel_id', 'channel_id'],
    ['jumpurl', 'jump_url'],
    ['timestmap', 'timestamp'],
    ['ID', 'id'],
  ])('%s: %s', (name, meant) => {
    expect(nearestName(name, names)).toBe(meant);
  });

  test.each(['x', 'ix', 'xd', 'guild', 'author_name', '', 'x'.repeat(65), 'messenger_identity'])(
    'none is near enough to %s',
    (name) => {
      expect(nearestName(name, names)).toBeUndefined();
    },
  );

  test('the nearest of several wins', () => {
    expect(nearestName('channels', ['channel', 'channels_', 'chanels'])).toBe('channels_');
  });

  test('very long candidates are not compared', () => {
    expect(nearestName('abc', ['abc'.repeat(100_000)])).toBeUndefined();
  });
});
