import { nameInMessage } from '../name-list.ts';
import type { Step } from '../step.ts';

const idPattern = /^[a-z][a-z0-9_]{0,63}$/;
const variablePattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const literalWords: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** Something wrong with a name of a step. */
export interface NameProblem {
  readonly step: number;
  readonly message: string;
}

/** The names under which later steps find results. */
export interface StepNames {
  /** The id of each step: as written, or `step_<index>`. */
  readonly ids: readonly string[];
  /** Each id and `save_as` with the index of its step. */
  readonly producers: ReadonlyMap<string, number>;
  readonly problems: readonly NameProblem[];
}

/**
 * Names steps. Ids come before variables, so a `save_as` clashes with every id, earlier or later;
 * of two steps with the same name, the later one has the problem.
 */
export function nameSteps(steps: readonly Step[]): StepNames {
  const ids = steps.map((step, index) => step.id ?? `step_${index}`);
  const producers = new Map<string, number>();
  const problems: NameProblem[] = [];
  for (const [step, id] of ids.entries()) {
    const message = refuseName(id, idPattern, 'id') ?? refuseTakenId(id, producers.get(id));
    if (message === undefined) producers.set(id, step);
    else problems.push({ step, message });
  }
  for (const [step, { save_as: name }] of steps.entries()) {
    if (name === undefined) continue;
    const message =
      refuseName(name, variablePattern, 'save_as') ??
      refuseTakenVariable(name, producers.get(name), ids);
    if (message === undefined) producers.set(name, step);
    else problems.push({ step, message });
  }
  return { ids, producers, problems };
}

function refuseName(name: string, pattern: RegExp, key: 'id' | 'save_as'): string | undefined {
  const shown = nameInMessage(String(name));
  if (typeof name !== 'string' || !pattern.test(name)) {
    return `${key} ${shown} must match ${pattern.source}.`;
  }
  if (name in Object.prototype) {
    return `${key} ${shown} belongs to every JavaScript object. Choose another name.`;
  }
  if (literalWords.has(name)) return `${key} ${shown} is a literal. Choose another name.`;
  return undefined;
}

function refuseTakenId(id: string, owner: number | undefined): string | undefined {
  if (owner === undefined) return undefined;
  return `id ${id} is also the id of step ${owner}, counted from 0. Ids must differ; a step without one is called step_<index>.`;
}

function refuseTakenVariable(
  name: string,
  owner: number | undefined,
  ids: readonly string[],
): string | undefined {
  if (owner === undefined) return undefined;
  const kind = ids[owner] === name ? 'id' : 'save_as';
  return `save_as ${name} is also the ${kind} of step ${owner}, counted from 0. Choose another name, or leave it out: every result is also found under its id.`;
}
