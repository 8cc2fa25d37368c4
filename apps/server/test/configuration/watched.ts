import type { Configuration } from '../../src/configuration/configuration.ts';
import type { LoadedConfiguration } from '../../src/configuration/load-configuration.ts';
import { watchConfiguration } from '../../src/configuration/watch-configuration.ts';
import type { WatchFile } from '../../src/configuration/watch-file.ts';

/** Lets everything that is ready to run do so. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** A watch whose events, reports and pauses are in the hands of the test. */
export class Watched {
  readonly changes: Configuration[] = [];
  readonly problems: string[] = [];
  reads = 0;
  closed = false;
  #event: () => void = () => undefined;
  #error: (error: Error) => void = () => undefined;
  #waiting: (() => void)[] = [];
  #idle: (() => void)[] = [];

  /** Starts the watch and lets its first reload happen. */
  static async start(
    loaded: LoadedConfiguration,
    signal: AbortSignal,
    onChange?: (configuration: Configuration) => void,
  ): Promise<Watched> {
    const watched = new Watched();
    const reload = () => {
      watched.reads += 1;
      return loaded.reload().finally(() => watched.#signalIdle());
    };
    watchConfiguration({
      loaded: { ...loaded, reload },
      onChange: onChange ?? ((configuration) => watched.changes.push(configuration)),
      onProblem: (message) => watched.problems.push(message),
      signal,
      settle: () => new Promise<void>((resolve) => watched.#waiting.push(resolve)),
      watchFile: watched.#watchFile,
    });
    await watched.settle();
    return watched;
  }

  readonly #watchFile: WatchFile = (_path, onEvent, onError) => {
    this.#event = onEvent;
    this.#error = onError;
    return () => {
      this.closed = true;
    };
  };

  event(): void {
    this.#event();
  }

  fail(error: Error): void {
    this.#error(error);
  }

  /** Ends the pause that a reload waits in. */
  pass(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Lets the next reload happen, and everything that follows from it. */
  async settle(): Promise<void> {
    const before = this.reads;
    const read = new Promise<void>((resolve) => this.#idle.push(resolve));
    while (this.reads === before) {
      this.pass();
      await turn();
    }
    await read;
    await turn();
  }

  #signalIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
