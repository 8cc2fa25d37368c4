/**
 * Works on items with a bounded number at a time and gives the outcomes in the order of the items. It
 * takes items from `input` only when it could begin with one, so that a slow reader slows the whole
 * chain. With a concurrency of one it begins with an item only once the outcome before it was taken.
 *
 * @param work never rejects
 */
export async function* mapInOrder<Input, Output>(
  input: AsyncIterator<readonly Input[], void>,
  work: (item: Input) => Promise<Output>,
  concurrency: number,
): AsyncGenerator<readonly Output[], void, void> {
  const running: Pending<Output>[] = [];
  const waiting = new Waiting(input);
  const begin = () => {
    while (running.length < concurrency && waiting.hasItem) {
      running.push(new Pending(work(waiting.take())));
    }
  };
  try {
    for (;;) {
      begin();
      if (running.length < concurrency) waiting.pull();
      const [head] = running;
      if (!head && !waiting.pulling) return;
      await firstOf(head, waiting.pulling);
      waiting.settle();
      const settled = running.findIndex((task) => !task.isSettled);
      const outcomes = running.splice(0, settled === -1 ? running.length : settled);
      if (outcomes.length === 0) continue;
      if (concurrency > 1) begin();
      yield outcomes.map((task) => task.value as Output);
    }
  } finally {
    await Promise.all(running.map((task) => task.done));
  }
}

/** A promise that can be asked whether it has ended. */
class Pending<Value> {
  isSettled = false;
  value: Value | undefined = undefined;
  readonly done: Promise<void>;

  constructor(promise: Promise<Value>) {
    this.done = promise.then((value) => {
      this.value = value;
      this.isSettled = true;
    });
  }
}

/** Items that were taken from the input and not begun with, and the next ones on their way. */
class Waiting<Input> {
  readonly #input: AsyncIterator<readonly Input[], void>;
  #items: readonly Input[] = [];
  #next = 0;
  #hasEnded = false;
  pulling: Pending<IteratorResult<readonly Input[], void>> | undefined = undefined;

  constructor(input: AsyncIterator<readonly Input[], void>) {
    this.#input = input;
  }

  get hasItem(): boolean {
    return this.#next < this.#items.length;
  }

  take(): Input {
    this.#next += 1;
    return this.#items[this.#next - 1] as Input;
  }

  pull(): void {
    if (this.hasItem || this.#hasEnded) return;
    this.pulling ??= new Pending(this.#input.next());
  }

  settle(): void {
    if (!this.pulling?.isSettled) return;
    const { value } = this.pulling as { value: IteratorResult<readonly Input[], void> | undefined };
    this.pulling = undefined;
    if (!value || value.done) this.#hasEnded = true;
    else {
      this.#items = value.value;
      this.#next = 0;
    }
  }
}

function firstOf(...pending: readonly (Pending<unknown> | undefined)[]): Promise<unknown> {
  return Promise.race(pending.flatMap((one) => (one ? [one.done] : [])));
}
