import type { Execution, MemoryRunEngine } from '../../src/index.ts';

/**
 * Plays the death of the process at chosen places: everything an execution waits for is a place, in
 * the order in which it comes to them. An execution that died never goes on, and the run is executed
 * anew.
 */
export class Crashes {
  readonly #isDead: (place: number, what: string) => boolean;
  readonly #onDeath: (what: string) => void;
  #place = -1;
  #engine: MemoryRunEngine | undefined;
  #runId: string | undefined;

  constructor(
    isDead: (place: number, what: string) => boolean,
    onDeath: (what: string) => void = () => undefined,
  ) {
    this.#isDead = isDead;
    this.#onDeath = onDeath;
  }

  /** Stands between an engine and the work. */
  readonly around = (execution: Execution, engine: MemoryRunEngine): Execution => {
    this.#engine = engine;
    this.#runId = execution.run.id;
    const guarded = async <Value>(what: string, act: () => Promise<Value>): Promise<Value> => {
      await this.pass(`before ${what}`);
      const value = await act();
      await this.pass(`after ${what}`);
      return value;
    };
    return {
      run: execution.run,
      signal: execution.signal,
      isKept: (position) => execution.isKept(position),
      keep: (position, name, work) =>
        guarded('keep', () =>
          execution.keep(position, name, async () => {
            await this.pass('before work');
            const value = await work();
            await this.pass('after work');
            return value;
          }),
        ),
      claim: (position, until) => guarded('claim', () => execution.claim(position, until)),
      release: (position) => guarded('release', () => execution.release(position)),
      update: (patch) => guarded('update', () => execution.update(patch)),
    };
  };

  /**
   * A place outside of the execution, such as a call that is under way.
   *
   * @param dying what the death leaves behind
   */
  async pass(what: string, dying: () => void = () => undefined): Promise<void> {
    this.#place += 1;
    if (!this.#isDead(this.#place, what)) return;
    dying();
    this.#onDeath(what);
    this.#engine?.takeOver(this.#runId ?? '');
    await new Promise(() => undefined);
  }
}
