import type { CallContext } from '@guildline/mcp-core';

/** What an {@link ExpiringMap} is made from. */
export interface ExpiringMapSource {
  readonly clock: CallContext['clock'];
  /** Entries that are held; the oldest goes first. */
  readonly size: number;
}

/** A map whose entries end by themselves. */
export class ExpiringMap<Value> {
  readonly #source: ExpiringMapSource;
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(source: ExpiringMapSource) {
    this.#source = source;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.#source.clock.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: Value, lifetimeMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.#source.clock.now() + lifetimeMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#source.size) return;
      this.#entries.delete(oldest);
    }
  }
}
