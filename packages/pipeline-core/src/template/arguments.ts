import { Budget } from '../budget.ts';
import type { Path } from '../check/step-tools.ts';
import { isContainer } from '../jmespath/json.ts';
import { PipelineError } from '../pipeline-error.ts';
import { type ArgumentSlot, type Arguments, collectSlots } from './argument-slots.ts';
import type { Scope } from './resolve-path.ts';
import { fillTemplate, type Template } from './template.ts';

/** A template and where it stands. */
export interface TemplateAt {
  readonly path: Path;
  readonly template: Template;
}

/** Arguments whose templates have been compiled. */
export interface CompiledArguments {
  /** The templates inside, outermost first. */
  readonly templates: readonly TemplateAt[];
  /** Every value inside, parents before children. The first is the arguments themselves. */
  readonly slots: readonly ArgumentSlot[];
  /** Levels of nesting; 1 for arguments that hold neither lists nor objects. */
  readonly depth: number;
}

/**
 * Compiles every string inside arguments. Keys are literal. Depth needs no call stack.
 *
 * @throws PipelineError for the first problem, with its path.
 */
export function compileArguments(args: Arguments): CompiledArguments {
  const { compiled, problems } = inspectArguments(args);
  if (problems[0]) throw problems[0];
  return compiled;
}

/** Compiles arguments and gives every problem instead of throwing the first. */
export function inspectArguments(args: Arguments): {
  readonly compiled: CompiledArguments;
  readonly problems: readonly PipelineError[];
} {
  const { slots, problems } = collectSlots(args);
  const templates = slots.flatMap((slot) =>
    slot.template ? [{ path: slot.template.path, template: slot.template.template }] : [],
  );
  return { compiled: { templates, slots, depth: slots.at(-1)?.depth ?? 0 }, problems };
}

/**
 * Fills arguments from the results in `scope`. Everything in the outcome is new: a tool may change
 * its arguments without changing a result, or the arguments of the next run.
 *
 * @throws PipelineError with code `PIPELINE_REFERENCE_UNRESOLVED` and the path.
 */
export function fillArguments(
  compiled: CompiledArguments,
  scope: Scope,
  budget: Budget = new Budget(),
): Record<string, unknown> {
  const filled: unknown[] = [];
  for (const slot of compiled.slots) {
    const value = fillSlot(slot, scope, budget);
    if (filled.length > 0) {
      const parent = filled[slot.parent] as Record<number | string, unknown>;
      parent[slot.key] = value;
    }
    filled.push(value);
  }
  return filled[0] as Record<string, unknown>;
}

function fillSlot({ template, value }: ArgumentSlot, scope: Scope, budget: Budget): unknown {
  if (!template) {
    if (Array.isArray(value)) return [];
    return isContainer(value) ? {} : value;
  }
  try {
    return fillTemplate(template.template, scope, budget);
  } catch (error) {
    throw error instanceof PipelineError ? error.with({ path: template.path }) : error;
  }
}
