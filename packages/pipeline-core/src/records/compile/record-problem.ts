import type { Path } from '../../check/step-tools.ts';
import { limits } from '../../limits.ts';
import { listNames, nameInMessage } from '../../name-list.ts';
import { nearestName } from '../../nearest-name.ts';

/** Why a spec cannot be run, found before anything runs. `refuse` of the vocabulary adds its own. */
export type RecordProblemCode =
  | 'RECORD_SPEC_INVALID'
  | 'RECORD_UNKNOWN_RESOURCE'
  | 'RECORD_UNKNOWN_OPERATION'
  | 'RECORD_UNKNOWN_TRANSFORM'
  | 'RECORD_SOURCE_INVALID'
  | 'RECORD_TERMINAL_MISPLACED'
  | 'RECORD_TYPE_MISMATCH'
  | 'RECORD_SETTINGS_INVALID'
  | 'RECORD_TEMPLATE_INVALID'
  | 'RECORD_NOT_RESUMABLE';

/** Something wrong with a spec. */
export interface RecordProblem {
  readonly phase: 'building';
  /** Index of the step, from 0; absent if the problem is the spec's as a whole. */
  readonly step?: number;
  readonly id?: string;
  /** A {@link RecordProblemCode}, or the code with which the operation was refused. */
  readonly code: string;
  /** What is wrong and what to do next. Does not repeat step and path. */
  readonly message: string;
  /** Where in the step, or in the spec. */
  readonly path?: Path;
  readonly expected?: string;
  readonly found?: string;
  /** The name that was probably meant. */
  readonly nearest?: string;
}

/** What is known of a problem beside its place. */
export type ProblemFields = Pick<RecordProblem, 'expected' | 'found' | 'message' | 'path'> & {
  readonly code: RecordProblemCode;
  readonly nearest?: string | undefined;
};

/** Collects the problems of a spec or of one of its steps: each once, and no more than a reader can use. */
export class RecordProblems {
  readonly #of: Pick<RecordProblem, 'id' | 'step'>;
  readonly #found = new Map<string, RecordProblem>();
  readonly #places = new Set<string>();
  #more = 0;

  constructor(of: Pick<RecordProblem, 'id' | 'step'> = {}) {
    this.#of = of;
  }

  /** True once further problems are only counted. */
  get isFull(): boolean {
    return this.#found.size >= limits.problemsPerStep;
  }

  add({ nearest, ...fields }: ProblemFields): void {
    const known = nearest === undefined ? {} : { nearest };
    this.#keep({ phase: 'building', ...this.#of, ...fields, ...known });
  }

  /** Adds the refusal of an operation. */
  refuse(code: string, message: string, path: Path): void {
    this.#keep({ phase: 'building', ...this.#of, code, message, path });
  }

  /** Counts problems without describing them. */
  count(problems: number): void {
    this.#more += problems;
  }

  /** True if a problem that was described stands at this very path. */
  isAt(path: Path): boolean {
    return this.#places.has(JSON.stringify(path));
  }

  /** The problems in the order in which they were found; of very many, the first and the number. */
  list(): readonly RecordProblem[] {
    const found = [...this.#found.values()];
    if (this.#more === 0) return found;
    const code: RecordProblemCode = 'RECORD_SPEC_INVALID';
    const message = `There are ${this.#more} more problems here.`;
    return [...found, { phase: 'building', ...this.#of, code, message }];
  }

  #keep(problem: RecordProblem): void {
    const key = JSON.stringify([problem.code, problem.message, problem.path]);
    if (this.#found.has(key)) return;
    if (this.isFull) {
      this.#more += 1;
      return;
    }
    this.#found.set(key, problem);
    if (problem.path) this.#places.add(JSON.stringify(problem.path));
  }
}

/** The end of a message about a name that is not known: what was probably meant, or what there is. */
export function suggestName(
  name: string,
  known: readonly string[],
): { readonly nearest: string | undefined; readonly hint: string } {
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? '' : ` Did you mean ${nameInMessage(nearest)}?`;
  return { nearest, hint: `Known: ${listNames(known)}.${meant}` };
}
