import { limits } from '../limits.ts';
import type { Path } from './step-tools.ts';

/** Something wrong with a step, found before anything runs. */
export interface StepIssue {
  /** Index of the step, from 0. */
  readonly step: number;
  readonly id: string;
  readonly tool: string;
  /** `PIPELINE_INVALID`, or the code with which the tool was refused. */
  readonly code: string;
  /** What is wrong and what to do next. Does not repeat the path. */
  readonly message: string;
  /** Where in the arguments; absent if the problem is not in them. */
  readonly path?: Path | undefined;
}

/** Collects the issues of one step: each once, and no more than a reader can use. */
export class StepIssues {
  readonly #of: Pick<StepIssue, 'id' | 'step' | 'tool'>;
  readonly #found = new Map<string, StepIssue>();

  constructor(of: Pick<StepIssue, 'id' | 'step' | 'tool'>) {
    this.#of = of;
  }

  add(message: string, path?: Path, code = 'PIPELINE_INVALID'): void {
    const issue = { ...this.#of, code, message, ...(path === undefined ? {} : { path }) };
    this.#found.set(JSON.stringify([code, message, path]), issue);
  }

  /** The issues in the order in which they were found; of very many, the first and the number. */
  list(): readonly StepIssue[] {
    const found = [...this.#found.values()];
    const more = found.length - limits.problemsPerStep;
    if (more <= 0) return found;
    const message = `There are ${more} more problems in this step.`;
    return [
      ...found.slice(0, limits.problemsPerStep),
      { ...this.#of, code: 'PIPELINE_INVALID', message },
    ];
  }
}
