/** Counts changes, so that a request can be told apart from one that changed nothing. */
export class Revision {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  bump(): void {
    this.#count += 1;
  }
}

/** Rows by key, and by the group they belong to. Every change bumps the shared revision. */
export class Table<Row extends object> {
  readonly #revision: Revision;
  readonly #keyOf: (row: Row) => string;
  readonly #groupOf: (row: Row) => string;
  readonly #rows = new Map<string, Row>();
  readonly #groups = new Map<string, Map<string, Row>>();

  constructor(
    revision: Revision,
    keyOf: (row: Row) => string,
    groupOf: (row: Row) => string = () => '',
  ) {
    this.#revision = revision;
    this.#keyOf = keyOf;
    this.#groupOf = groupOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  /** The rows of one group in the order they were added. */
  of(group: string): Row[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }

  /** Adds a row, or replaces the one with the same key. */
  add(row: Row): Row {
    const key = this.#keyOf(row);
    this.#forget(key);
    this.#rows.set(key, row);
    const group = this.#groupOf(row);
    const members = this.#groups.get(group) ?? new Map<string, Row>();
    members.set(key, row);
    this.#groups.set(group, members);
    this.#revision.bump();
    return row;
  }

  remove(key: string): Row | undefined {
    const row = this.#forget(key);
    if (row) this.#revision.bump();
    return row;
  }

  /** Writes the fields of `patch` that differ; returns the names of those. */
  update(row: Row, patch: Partial<Row>): (keyof Row)[] {
    const changed = (Object.keys(patch) as (keyof Row)[]).filter(
      (key) => patch[key] !== undefined && !isSame(row[key], patch[key]),
    );
    if (changed.length === 0) return changed;
    const group = this.#groupOf(row);
    const key = this.#keyOf(row);
    for (const name of changed) row[name] = patch[name] as Row[keyof Row];
    if (this.#groupOf(row) !== group) {
      this.#groups.get(group)?.delete(key);
      this.add(row);
    }
    this.#revision.bump();
    return changed;
  }

  #forget(key: string): Row | undefined {
    const row = this.#rows.get(key);
    if (!row) return undefined;
    this.#rows.delete(key);
    this.#groups.get(this.#groupOf(row))?.delete(key);
    return row;
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return Object.is(left, right) || JSON.stringify(left) === JSON.stringify(right);
}
