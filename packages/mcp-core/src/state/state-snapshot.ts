import { defaultStateId } from './state-argument.ts';
import type { StateStore, StoredValue } from './state-store.ts';
import type { StateView } from './state-view.ts';

/** Whose state is looked at. */
export interface StateOwner {
  readonly store: StateStore;
  readonly caller: string;
  /** Names of the declared fields. */
  readonly fields: readonly string[];
}

/**
 * All fields of one state as they were at the first look, or at {@link StateSnapshot.take}. Stored
 * values never change, so that a snapshot is a handful of references; a value is read out of its JSON
 * each time that it is asked for.
 */
export class StateSnapshot implements StateView {
  readonly #owner: StateOwner;
  readonly #stateId: string;
  #values: ReadonlyMap<string, StoredValue> | undefined;

  constructor(owner: StateOwner, stateId: string) {
    this.#owner = owner;
    this.#stateId = stateId;
  }

  /** Holds on to what is stored now, unless something was looked at already. */
  take(): this {
    this.#values ??= this.#read();
    return this;
  }

  /** A stored value with where it comes from. */
  find(field: string): StoredValue | undefined {
    this.take();
    return this.#values?.get(field);
  }

  has(field: string): boolean {
    return this.find(field) !== undefined;
  }

  get(field: string): unknown {
    const found = this.find(field);
    if (!found) return undefined;
    const { store, caller } = this.#owner;
    store.touch({ caller, stateId: this.#stateId, field });
    return JSON.parse(found.json);
  }

  of(stateId: string | undefined): StateView {
    return new StateSnapshot(this.#owner, stateId ?? defaultStateId);
  }

  #read(): ReadonlyMap<string, StoredValue> {
    const { store, caller, fields } = this.#owner;
    const values = new Map<string, StoredValue>();
    for (const field of fields) {
      const found = store.find({ caller, stateId: this.#stateId, field });
      if (found) values.set(field, found);
    }
    return values;
  }
}
