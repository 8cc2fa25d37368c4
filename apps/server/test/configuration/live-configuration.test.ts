import { expect, test } from 'vitest';
import { localCallerId } from '../../src/configuration/access-policy.ts';
import type { Group } from '../../src/configuration/configuration.ts';
import { defaults } from '../../src/configuration/defaults.ts';
import { createLiveConfiguration } from '../../src/configuration/live-configuration.ts';

const everything: Group = {
  categories: undefined,
  tools: undefined,
  guilds: undefined,
  channels: undefined,
  readOnly: false,
};

const read = { name: 'messages_read', category: 'messages', effect: 'read' } as const;

type Settings = Parameters<typeof createLiveConfiguration>[0];

function settings(more: Partial<Settings> = {}): Settings {
  return {
    allowed: { guilds: undefined, channels: undefined },
    groups: { staff: everything, guests: { ...everything, tools: ['guild_get'] } },
    callers: { bob: { groups: ['staff'] } },
    localUser: undefined,
    readOnly: false,
    approval: { ...defaults.approval, categories: {} },
    ...more,
  };
}

test('work that goes on without its caller has the groups that the caller has now', () => {
  const live = createLiveConfiguration(settings());
  expect(live.callerOf('bob')).toEqual({ id: 'bob', groups: ['staff'] });
  live.replace(settings({ callers: { bob: { groups: ['guests'] } } }));
  const bob = live.callerOf('bob');
  expect(bob).toEqual({ id: 'bob', groups: ['guests'] });
  expect(bob && live.access(bob).mayUse(read)).toBe(false);
});

test('a caller that was taken out while the server runs is known no more', () => {
  const live = createLiveConfiguration(settings());
  live.replace(settings({ callers: {} }));
  expect(live.callerOf('bob')).toBeUndefined();
});

test.each(['nobody', 'constructor', '__proto__'])('%s is no caller', (id) => {
  expect(createLiveConfiguration(settings()).callerOf(id)).toBeUndefined();
});

test('the local user is always known, and may what it may now', () => {
  const live = createLiveConfiguration(settings());
  const local = live.callerOf(localCallerId);
  expect(local && live.access(local).mayUse(read)).toBe(true);
  live.replace(settings({ localUser: { groups: ['guests'] } }));
  expect(local && live.access(local).mayUse(read)).toBe(false);
});

test('the approval policy is the one that holds now', () => {
  const live = createLiveConfiguration(settings());
  const approval = { ...defaults.approval, categories: { messages: 'never' as const } };
  expect(live.approval().modeOf('messages')).toBe('once-per-batch');
  live.replace(settings({ approval }));
  expect(live.approval().modeOf('messages')).toBe('never');
});
