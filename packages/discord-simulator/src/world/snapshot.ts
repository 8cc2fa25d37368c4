import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { FullWorld, World } from './world.ts';

/** A file that holds the world, so that a simulator can be stopped and started again. */
export class Snapshot {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The world in the file; undefined when there is no file. Throws when it holds something else. */
  read(): World | undefined {
    if (!existsSync(this.#path)) return undefined;
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as World;
    } catch (cause) {
      throw new Error(
        `The snapshot ${this.#path} is not JSON. Delete it to start with a fresh world.`,
        { cause },
      );
    }
  }

  /** Replaces the file in one step; a crash leaves the old one or the new one. */
  write(world: FullWorld): void {
    const next = `${this.#path}.next`;
    writeFileSync(next, JSON.stringify(world));
    renameSync(next, this.#path);
  }
}
