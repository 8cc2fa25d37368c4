import { Buffer } from 'node:buffer';
import type { Clock } from '@guildline/pipeline-core';
import { LRUCache } from 'lru-cache';

/** One field of one state of one caller. */
export interface StateSlot {
  readonly caller: string;
  readonly stateId: string;
  readonly field: string;
}

/** The call that stored a value. */
export interface StateSource {
  readonly tool: string;
  readonly callId: string;
}

/** A stored value, with where it comes from. It never changes. */
export interface StoredValue extends StateSource {
  readonly json: string;
  /** Items of a list, keys of an object; `undefined` for anything else. */
  readonly count: number | undefined;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
}

/** Keeps what the tools of a server share. Everything is synchronous, so that nothing comes between. */
export interface StateStore {
  /** What is stored in a slot. Does not count as a use. */
  find(slot: StateSlot): StoredValue | undefined;
  /** Notes that the value of a slot was used. */
  touch(slot: StateSlot): void;
  /**
   * Puts what `change` makes of a copy of the slot's value (`undefined` if nothing is stored) in its
   * place, undivided. Null and undefined leave it as it is.
   *
   * @returns true if something was stored
   * @throws Error that says why the value cannot be kept, and whatever `change` throws; the slot is
   * then as it was
   */
  update(slot: StateSlot, source: StateSource, change: (previous: unknown) => unknown): boolean;
  remove(slot: StateSlot): void;
}

/** Limits of {@link createStateStore}. */
export interface StateStoreLimits {
  readonly clock: Clock;
  /** Milliseconds that a value is kept after it was stored. Defaults to an hour. */
  readonly lifetime?: number;
  /** Bytes of all values; of each its JSON and half a KiB. Defaults to 64 MiB. */
  readonly maximumSize?: number;
  /** Bytes of the values of one caller, counted in the same way. Defaults to 16 MiB. */
  readonly maximumCallerSize?: number;
}

/** What a value costs beside its JSON, so that many small ones are bounded too. */
const overhead = 512;
const mebibyte = 1024 * 1024;

type Shelf = LRUCache<string, StoredValue>;

/**
 * State in memory. A caller with too much loses its own least recently used values; if all together
 * have too much, the caller goes first that did nothing for longest.
 *
 * @throws TypeError if a limit is no whole number above zero
 */
export function createStateStore(limits: StateStoreLimits): StateStore {
  const { clock, lifetime = 60 * 60 * 1000, maximumSize = 64 * mebibyte } = limits;
  const maximumShelf = Math.min(limits.maximumCallerSize ?? 16 * mebibyte, maximumSize - overhead);
  const shelves = new LRUCache<string, { readonly shelf: Shelf }>({ maxSize: maximumSize });
  const openShelf = (): Shelf =>
    new LRUCache({ maxSize: maximumShelf, ttl: lifetime, ttlResolution: 0, perf: clock });
  // Limits that make no sense are refused now, and not with the first value.
  openShelf();
  const shelfOf = ({ caller }: StateSlot) => shelves.peek(caller)?.shelf;
  const find = (slot: StateSlot) => shelfOf(slot)?.peek(keyOf(slot));
  const weigh = (caller: string, shelf: Shelf) => {
    // A new object: the cache takes the size of what it holds already as unchanged.
    shelves.set(caller, { shelf }, { size: overhead + shelf.calculatedSize });
  };
  return {
    find,
    touch: (slot) => {
      shelves.get(slot.caller)?.shelf.get(keyOf(slot));
    },
    update: (slot, source, change) => {
      const before = find(slot);
      const value = change(before && JSON.parse(before.json));
      if (value === undefined || value === null) return false;
      const stored = toStored(value, source, clock.now());
      const size = sizeOf(stored);
      if (size > maximumShelf) throw new Error(`${size} bytes are more than ${maximumShelf}`);
      const shelf = shelfOf(slot) ?? openShelf();
      // What has expired goes before anything that has not.
      if (shelf.calculatedSize + size > maximumShelf) shelf.purgeStale();
      shelf.set(keyOf(slot), stored, { size });
      weigh(slot.caller, shelf);
      return true;
    },
    remove: (slot) => {
      const shelf = shelfOf(slot);
      if (shelf?.delete(keyOf(slot))) weigh(slot.caller, shelf);
    },
  };
}

function keyOf({ stateId, field }: StateSlot): string {
  return JSON.stringify([stateId, field]);
}

function sizeOf({ json }: StoredValue): number {
  return Buffer.byteLength(json) + overhead;
}

function toStored(value: unknown, source: StateSource, storedAt: number): StoredValue {
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new Error('it is no JSON');
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
  return { ...source, json, count, storedAt };
}
