import { describe, expect, test } from 'vitest';
import { createStateStore, type StateStoreLimits } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';

const source = { tool: 'some_tool', callId: 'call-1' };

function startStore(limits: Partial<StateStoreLimits> = {}) {
  const clock = new ManualClock();
  const store = createStateStore({ clock, ...limits });
  const slot = (field: string, caller: string, stateId: string) => ({ caller, stateId, field });
  return {
    clock,
    store,
    put: (field: string, value: unknown, caller = 'alice', stateId = 'default') =>
      store.update(slot(field, caller, stateId), source, () => value),
    read: (field: string, caller = 'alice', stateId = 'default') => {
      const found = store.find(slot(field, caller, stateId));
      return found && (JSON.parse(found.json) as unknown);
    },
    touch: (field: string, caller = 'alice') => store.touch(slot(field, caller, 'default')),
    remove: (field: string, caller = 'alice') => store.remove(slot(field, caller, 'default')),
  };
}

test('a value is told with its size, its time and the call that stored it', () => {
  const { store, put, clock } = startStore();
  put('cart', ['a', 'b']);
  expect(store.find({ caller: 'alice', stateId: 'default', field: 'cart' })).toEqual({
    json: '["a","b"]',
    count: 2,
    storedAt: clock.now(),
    ...source,
  });
});

test('callers, states and fields have nothing to do with each other', () => {
  const { put, read } = startStore();
  put('cart', 1);
  put('cart', 2, 'bob');
  put('cart', 3, 'alice', 'other');
  put('history', 4);
  expect([read('cart'), read('cart', 'bob'), read('cart', 'alice', 'other')]).toEqual([1, 2, 3]);
  expect(read('history', 'bob')).toBeUndefined();
});

test.each([
  [
    ['a","b', 'c'],
    ['a', 'b","c'],
  ],
  [
    ['a', '__proto__'],
    ['a', 'constructor'],
  ],
] as const)('the state %j and the state %j are two', ([one, field], [other, otherField]) => {
  const { put, read } = startStore();
  put(field, 1, 'alice', one);
  expect(read(otherField, 'alice', other)).toBeUndefined();
  expect(read(field, one, 'alice')).toBeUndefined();
});

test('null and undefined leave a value as it is, and other empty values are values', () => {
  const { put, read } = startStore();
  put('cart', [1]);
  expect([put('cart', null), put('cart', undefined)]).toEqual([false, false]);
  expect(read('cart')).toEqual([1]);
  for (const empty of [0, '', false, [], {}]) {
    expect(put('cart', empty)).toBe(true);
    expect(read('cart')).toEqual(empty);
  }
});

test('nothing aliases: neither what was stored nor what a change is handed', () => {
  const { put, read, store } = startStore();
  const value = { list: [1] };
  put('cart', value);
  value.list.push(2);
  store.update({ caller: 'alice', stateId: 'default', field: 'cart' }, source, (previous) => {
    (previous as typeof value).list.push(3);
    return undefined;
  });
  expect(read('cart')).toEqual({ list: [1] });
});

test.each([
  [
    'throws',
    () => {
      throw new Error('no idea');
    },
    'no idea',
  ],
  ['gives what is no JSON', () => () => 1, 'it is no JSON'],
  [
    'gives a circle',
    () => {
      const ring: unknown[] = [];
      ring.push(ring);
      return ring;
    },
    'circular',
  ],
  ['gives a bigint', () => 1n, 'BigInt'],
  ['gives too much', () => 'x'.repeat(2000), '2514 bytes are more than 2000'],
])('a change that %s leaves the value as it was', (_what, change, message) => {
  const { put, read, store } = startStore({ maximumCallerSize: 2000 });
  put('cart', [1]);
  const slot = { caller: 'alice', stateId: 'default', field: 'cart' };
  expect(() => store.update(slot, source, change)).toThrow(message);
  expect(read('cart')).toEqual([1]);
});

describe('time', () => {
  test('a value is kept for its lifetime after it was stored, however often it is used', () => {
    const { put, read, clock, touch } = startStore({ lifetime: 1000 });
    put('cart', [1]);
    clock.advance(1000);
    touch('cart');
    expect(read('cart')).toEqual([1]);
    clock.advance(1);
    expect(read('cart')).toBeUndefined();
  });

  test('storing again begins the lifetime anew', () => {
    const { put, read, clock } = startStore({ lifetime: 1000 });
    put('cart', [1]);
    clock.advance(900);
    put('cart', [2]);
    clock.advance(900);
    expect(read('cart')).toEqual([2]);
  });

  test('a change is not handed what has expired', () => {
    const { put, store, clock } = startStore({ lifetime: 1000 });
    put('cart', [1]);
    clock.advance(1001);
    const slot = { caller: 'alice', stateId: 'default', field: 'cart' };
    store.update(slot, source, (previous) => [previous === undefined]);
    expect(JSON.parse(store.find(slot)?.json ?? '')).toEqual([true]);
  });

  test('an hour is the lifetime unless another is set', () => {
    const { put, read, clock } = startStore();
    put('cart', [1]);
    clock.advance(60 * 60 * 1000);
    expect(read('cart')).toEqual([1]);
    clock.advance(1);
    expect(read('cart')).toBeUndefined();
  });
});

describe('size', () => {
  const kibibyte = 'x'.repeat(1024 - 512 - 2);

  test('a caller with too much loses what it has not used for longest, and nobody else anything', () => {
    const { put, read, touch } = startStore({ maximumCallerSize: 3 * 1024 });
    put('theirs', kibibyte, 'bob');
    for (const field of ['one', 'two', 'three']) put(field, kibibyte);
    touch('one');
    put('four', kibibyte);
    expect(['one', 'two', 'three', 'four'].filter((field) => read(field) !== undefined)).toEqual([
      'one',
      'three',
      'four',
    ]);
    expect(read('theirs', 'bob')).toBe(kibibyte);
  });

  test('looking is no use of a value', () => {
    const { put, read } = startStore({ maximumCallerSize: 2 * 1024 });
    put('one', kibibyte);
    put('two', kibibyte);
    read('one');
    put('three', kibibyte);
    expect(read('one')).toBeUndefined();
  });

  test('what has expired goes before anything that has not', () => {
    const { put, read, touch, clock } = startStore({ maximumCallerSize: 2048, lifetime: 1000 });
    put('old', kibibyte);
    clock.advance(800);
    put('new', kibibyte);
    touch('old');
    clock.advance(300);
    put('newest', kibibyte);
    expect([read('old'), read('new'), read('newest')]).toEqual([undefined, kibibyte, kibibyte]);
  });

  test('a larger value in place of a smaller one is counted as it is', () => {
    const { put, read } = startStore({ maximumCallerSize: 3 * 1024 });
    put('one', kibibyte);
    put('two', 'x');
    put('two', kibibyte + 'x'.repeat(1024));
    expect(read('one')).toBe(kibibyte);
    put('two', kibibyte + 'x'.repeat(1025));
    expect(read('one')).toBeUndefined();
  });

  test('a value is measured in bytes, not in characters', () => {
    const { put } = startStore({ maximumCallerSize: 1024 });
    expect(put('one', 'x'.repeat(510))).toBe(true);
    expect(() => put('one', 'é'.repeat(510))).toThrow('bytes are more than');
  });

  test('all together are bounded: the caller goes that did nothing for longest', () => {
    const { put, read, touch } = startStore({ maximumSize: 4 * 1536 });
    for (const caller of ['ann', 'bob', 'cem', 'dan']) put('one', kibibyte, caller);
    touch('one', 'ann');
    put('one', kibibyte, 'eve');
    const left = ['ann', 'bob', 'cem', 'dan', 'eve'].filter((caller) => read('one', caller));
    expect(left).toEqual(['ann', 'cem', 'dan', 'eve']);
  });

  test('very many small values are bounded too', () => {
    const { put, store } = startStore({ maximumSize: 64 * 1024, maximumCallerSize: 16 * 1024 });
    const ids = Array.from({ length: 500 }, (_, index) => `state-${index}`);
    for (const id of ids) put('one', 1, 'mallory', id);
    const slots = ids.map((stateId) => ({ caller: 'mallory', stateId, field: 'one' }));
    expect(slots.filter((slot) => store.find(slot)).length).toBe(Math.floor((16 * 1024) / 513));
  });

  test('no limit of a caller goes beyond the limit of all', () => {
    const { put, read } = startStore({ maximumSize: 2048, maximumCallerSize: 1024 * 1024 });
    expect(() => put('one', 'x'.repeat(2048))).toThrow('bytes are more than 1536');
    expect(put('one', kibibyte)).toBe(true);
    expect(read('one')).toBe(kibibyte);
  });

  test.each([
    { lifetime: -1 },
    { maximumSize: 0 },
    { maximumCallerSize: 1.5 },
    { maximumCallerSize: Number.NaN },
  ])('the limits %j are refused', (limits) => {
    expect(() => startStore(limits)).toThrow(TypeError);
  });

  test('what is removed makes room', () => {
    const { put, read, remove } = startStore({ maximumCallerSize: 2 * 1024 });
    put('one', kibibyte);
    put('two', kibibyte);
    remove('two');
    remove('never');
    put('three', kibibyte);
    expect([read('one'), read('two'), read('three')]).toEqual([kibibyte, undefined, kibibyte]);
  });
});
