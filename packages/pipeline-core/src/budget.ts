import { limits } from './limits.ts';
import { unresolved } from './pipeline-error.ts';

/**
 * What filling one step may cost. Everything that looks at values charges here before or while it
 * works, so that no expression and no data can hold the process: neither by loops over loops, nor by
 * a small graph of shared lists that would print without end.
 */
export class Budget {
  readonly #work: number;
  readonly #characters: number;
  #workLeft: number;
  #charactersLeft: number;

  constructor(work: number = limits.work, characters: number = limits.characters) {
    this.#work = work;
    this.#characters = characters;
    this.#workLeft = work;
    this.#charactersLeft = characters;
  }

  /** Units of work charged so far. */
  get spent(): number {
    return this.#work - this.#workLeft;
  }

  /**
   * Charges work. One unit is about one value looked at, or 32 characters.
   *
   * @throws PipelineError if the budget is used up.
   */
  spend(units: number): void {
    this.#workLeft -= units;
    if (this.#workLeft < 0) {
      throw unresolved(
        `it takes more than ${this.#work} units of work on these results. Filter or slice earlier, or split the step.`,
      );
    }
  }

  /** Charges work on text. */
  read(text: string): void {
    this.spend(1 + (text.length >>> 5));
  }

  /**
   * Charges characters that are written, or will be when the value is printed.
   *
   * @throws PipelineError if the budget is used up.
   */
  write(characters: number): void {
    this.#charactersLeft -= characters;
    if (this.#charactersLeft < 0) {
      throw unresolved(
        `what it gives is longer than ${this.#characters} characters. Take a part of it.`,
      );
    }
  }
}
