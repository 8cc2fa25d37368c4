import { ApiError, type FieldErrors } from '../http/api-error.ts';

interface Problem {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** A place in the request that is being read; failures found there are collected, not thrown. */
export class Spot {
  readonly #path: readonly (string | number)[];
  readonly #problems: Problem[];

  constructor(path: readonly (string | number)[] = [], problems: Problem[] = []) {
    this.#path = path;
    this.#problems = problems;
  }

  at(key: string | number): Spot {
    return new Spot([...this.#path, key], this.#problems);
  }

  /** Notes a problem here. The returned value is never read: a request with problems is refused. */
  fail<Value>(code: string, message: string): Value {
    this.#problems.push({ path: this.#path, code, message });
    return undefined as Value;
  }

  /** Throws `50035 Invalid Form Body` with every problem found, nested as Discord nests them. */
  settle(): void {
    if (this.#problems.length === 0) return;
    const errors: FieldErrors = {};
    for (const { path, code, message } of this.#problems) {
      const level = path.reduce<FieldErrors>(descend, errors);
      const listed = level['_errors'];
      if (Array.isArray(listed)) listed.push({ code, message });
      else level['_errors'] = [{ code, message }];
    }
    throw new ApiError(400, 50035, 'Invalid Form Body', errors);
  }
}

/** Runs checks that span fields; throws `50035` with every problem they note. */
export function refuseProblems(check: (spot: Spot) => void): void {
  const spot = new Spot();
  check(spot);
  spot.settle();
}

function descend(level: FieldErrors, key: string | number): FieldErrors {
  const next = Object.hasOwn(level, key) ? level[key] : undefined;
  if (next && !Array.isArray(next)) return next;
  const made: FieldErrors = {};
  level[key] = made;
  return made;
}
