import type { Path } from '../check/step-tools.ts';
import { isContainer } from '../jmespath/json.ts';
import { limits } from '../limits.ts';
import { invalid, PipelineError } from '../pipeline-error.ts';
import { isTemplate, refuseTooMany } from './scan-template.ts';
import { compileTemplate, type Template } from './template.ts';

/** What a step hands to its tool: JSON. */
export type Arguments = Readonly<Record<string, unknown>>;

/** One value inside arguments. */
export interface ArgumentSlot {
  /** Index of the slot that holds this one. */
  readonly parent: number;
  readonly key: number | string;
  readonly depth: number;
  readonly value: unknown;
  template?: { readonly path: Path; readonly template: Template };
}

/**
 * Lists every value inside arguments, parents before children, and compiles the templates among
 * them. Works on a queue, so that depth needs no call stack and a cycle ends at a limit.
 */
export function collectSlots(args: Arguments): {
  readonly slots: readonly ArgumentSlot[];
  readonly problems: readonly PipelineError[];
} {
  const collector = new SlotCollector(args);
  collector.collect();
  return collector;
}

class SlotCollector {
  readonly slots: ArgumentSlot[];
  readonly problems: PipelineError[] = [];
  #expressionsLeft = limits.expressions;
  #ended = false;

  constructor(args: Arguments) {
    this.slots = [{ parent: 0, key: '', depth: 0, value: args }];
  }

  collect(): void {
    for (let index = 0; index < this.slots.length && !this.#ended; index += 1) {
      const slot = this.slots[index] as ArgumentSlot;
      if (isContainer(slot.value)) this.#append(slot.value, index);
      else if (typeof slot.value === 'string' && isTemplate(slot.value)) {
        this.#compile(slot, slot.value);
      }
    }
  }

  #append(value: object, parent: number): void {
    const holder = this.slots[parent] as ArgumentSlot;
    const depth = holder.depth + 1;
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, item] of entries) {
      if (this.slots.length >= limits.argumentValues) {
        const problem = `arguments may hold at most ${limits.argumentValues} values. Split the step.`;
        this.#end(invalid(problem), holder);
        return;
      }
      if (key !== '__proto__') {
        this.slots.push({ parent, key, depth, value: item });
      } else {
        this.#report(invalid('"__proto__" cannot be the name of an argument.'), holder);
        this.#count(1, holder);
      }
    }
  }

  #compile(slot: ArgumentSlot, text: string): void {
    if (slot.depth > limits.argumentDepth) {
      const problem = `a template may stand at most ${limits.argumentDepth} levels deep.`;
      this.#end(invalid(problem), slot);
      return;
    }
    const path = this.#pathTo(slot);
    if (path.some(isControl)) {
      this.#report(invalid(controlProblem), slot);
      return;
    }
    try {
      const template = compileTemplate(text);
      this.#count(template.parts.length, slot);
      slot.template = { path, template };
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      this.#report(error, slot);
      this.#count(1, slot);
    }
  }

  #count(expressions: number, slot: ArgumentSlot): void {
    this.#expressionsLeft -= expressions;
    if (this.#expressionsLeft < 0) this.#end(refuseTooMany(), slot);
  }

  #report(problem: PipelineError, slot: ArgumentSlot): void {
    this.problems.push(problem.with({ path: this.#pathTo(slot) }));
  }

  /** Reports a problem after which the rest is not looked at. */
  #end(problem: PipelineError, slot: ArgumentSlot): void {
    this.#ended = true;
    this.#report(problem, slot);
  }

  /** Keys and indexes from the outside in; of a place beyond the limit of depth, the outer part. */
  #pathTo(slot: ArgumentSlot): Path {
    const path: (number | string)[] = [];
    for (let at = slot; at.depth > 0; at = this.slots[at.parent] as ArgumentSlot) {
      path.push(at.key);
    }
    return path.reverse().slice(0, limits.argumentDepth + 1);
  }
}

const controlProblem =
  'arguments whose names begin with "__" are controls and are never filled from a template. Write the value itself.';

function isControl(part: number | string): boolean {
  return typeof part === 'string' && part.startsWith('__');
}
