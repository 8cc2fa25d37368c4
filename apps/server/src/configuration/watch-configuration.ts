import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from './configuration.ts';
import type { LoadedConfiguration } from './load-configuration.ts';
import { type WatchFile, watchFile } from './watch-file.ts';

/** What to watch, and whom to tell. */
export interface ConfigurationWatch {
  readonly loaded: LoadedConfiguration;
  /** Told the configuration that holds from now on. Keys that need a restart keep their values in it. */
  readonly onChange: (configuration: Configuration) => void;
  /** Told in whole sentences what could not be applied; for standard error. */
  readonly onProblem: (message: string) => void;
  /** Ends the watching. */
  readonly signal: AbortSignal;
  /** Waits until a file that is being written is complete. Defaults to 200 ms. */
  readonly settle?: () => Promise<unknown>;
  readonly watchFile?: WatchFile;
}

/** What counts at once. Whatever else is configured needs a restart. */
const live = ['allowed', 'readOnly', 'approval', 'groups', 'callers', 'localUser'] as const;

const restart = {
  profile: 'profiles',
  dataDirectory: 'data_directory',
  surface: 'surface',
  categories: 'categories',
  tools: 'tools',
  excludeTools: 'exclude_tools',
  discord: 'discord',
  workflows: 'workflows',
  upstreams: 'upstreams',
  recordFiles: 'record_files',
  maximumRecords: 'maximum_records',
  audit: 'audit',
} as const satisfies Partial<Record<keyof Configuration, string>>;

type RestartKey = keyof typeof restart;

/**
 * Applies changes of the configuration file while the server runs: groups, callers, allow-lists,
 * read-only and the approval policy. A file that cannot be used changes nothing and is told of once.
 * Does nothing without a file. Keeps no process alive.
 */
export function watchConfiguration(watch: ConfigurationWatch): void {
  const { loaded, onProblem, signal } = watch;
  const { file, fileName } = loaded;
  if (file === undefined || signal.aborted) return;
  const reloading = new Reloading(watch);
  const close = (watch.watchFile ?? watchFile)(file, reloading.request, (error) =>
    onProblem(
      `Changes of ${fileName} are not noticed any more (${error.message}). Restart the server to apply them.`,
    ),
  );
  signal.addEventListener('abort', close, { once: true });
  // The file may have changed between the loading and the watching.
  reloading.request();
}

/** Reads the file again, once for all changes that come close together. */
class Reloading {
  readonly #watch: ConfigurationWatch;
  readonly #settle: () => Promise<unknown>;
  #current: Configuration;
  #requests = 0;
  #running = false;
  #lastProblem: string | undefined;

  constructor(watch: ConfigurationWatch) {
    this.#watch = watch;
    this.#settle = watch.settle ?? (() => setTimeout(200, undefined, { ref: false }));
    this.#current = watch.loaded.configuration;
  }

  readonly request = (): void => {
    this.#requests += 1;
    if (!this.#running) void this.#run();
  };

  async #run(): Promise<void> {
    this.#running = true;
    for (let handled = -1; handled !== this.#requests && !this.#watch.signal.aborted; ) {
      handled = await this.#untilSettled();
      await this.#reload();
    }
    this.#running = false;
  }

  async #reload(): Promise<void> {
    const { loaded, signal } = this.#watch;
    if (signal.aborted) return;
    try {
      const { configuration } = await loaded.reload();
      if (!signal.aborted) this.#apply(configuration);
    } catch (error) {
      const { message } = error as Error;
      this.#report(`${message}\nThe last good configuration holds until this is mended.`);
    }
  }

  /** A file that is written in parts is not read between them. */
  async #untilSettled(): Promise<number> {
    let seen = -1;
    for (let round = 0; round < 10 && seen !== this.#requests; round += 1) {
      seen = this.#requests;
      await this.#settle();
    }
    return seen;
  }

  #apply(found: Configuration): void {
    const keys = Object.keys(restart) as RestartKey[];
    const waiting = keys.filter((key) => !isDeepStrictEqual(found[key], this.#current[key]));
    const kept = Object.fromEntries(keys.map((key) => [key, this.#current[key]]));
    const changed = live.some((key) => !isDeepStrictEqual(found[key], this.#current[key]));
    if (changed) {
      const next: Configuration = Object.freeze({ ...found, ...kept });
      this.#watch.onChange(next);
      this.#current = next;
    }
    if (waiting.length === 0) {
      this.#lastProblem = undefined;
      return;
    }
    const names = waiting.map((key) => restart[key]).join(', ');
    this.#report(
      `${this.#watch.loaded.fileName}: ${names} changed. Restart the server to apply that.`,
    );
  }

  /** Each problem is told once, however often the file is touched. */
  #report(message: string): void {
    if (this.#watch.signal.aborted || message === this.#lastProblem) return;
    this.#lastProblem = message;
    this.#watch.onProblem(message);
  }
}
