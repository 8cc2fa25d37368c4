/** A bounded number of places; who comes when all are taken waits in line. */
export class Slots {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#line.push(resolve);
    });
  }

  release(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#free += 1;
  }
}
