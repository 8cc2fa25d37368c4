/** A set that forgets its oldest members when it is full. */
export class BoundedSet {
  readonly #size: number;
  readonly #members = new Set<string>();

  constructor(size: number) {
    this.#size = size;
  }

  add(member: string): void {
    this.#members.add(member);
    for (const oldest of this.#members) {
      if (this.#members.size <= this.#size) return;
      this.#members.delete(oldest);
    }
  }

  has(member: string): boolean {
    return this.#members.has(member);
  }
}
