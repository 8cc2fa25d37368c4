import { formatPath } from '../format-path.ts';
import { type Tracer, trace } from '../jmespath/trace.ts';
import { listNames, nameInMessage } from '../name-list.ts';
import { nearestName } from '../nearest-name.ts';
import type { Expression } from '../template/expression.ts';
import { SchemaReader } from './schema-reader.ts';
import type { StepNames } from './step-names.ts';
import type { JsonSchema, Path } from './step-tools.ts';

/** A result, or a part of one, of which the published schema is known. */
interface Known {
  readonly reader: SchemaReader;
  readonly schema: JsonSchema;
  readonly place: Path;
  readonly tool: string;
}

/** All results together, a part of one, or something of which nothing is known. */
type View = 'scope' | Known | undefined;

/** What the steps before the checked one are known to give. */
export interface KnownResult {
  readonly tool: string;
  /** Published schema of the result, if there is one. */
  readonly schema: JsonSchema | undefined;
}

/** The place of an expression among the steps. */
export interface ReferenceContext {
  /** Index of the step that the expression belongs to. */
  readonly step: number;
  readonly names: StepNames;
  /** What each earlier step gives, by index. */
  readonly results: readonly KnownResult[];
}

/**
 * Checks what an expression reads: that the names belong to earlier steps, and that the published
 * schemas of their results can have what is read of them.
 *
 * @returns what is wrong, each problem once.
 */
export function checkReferences(
  expression: Expression,
  context: ReferenceContext,
): readonly string[] {
  const tracer = new ReferenceTracer(context);
  if (expression.type === 'jmespath') {
    trace<View>(expression.node, 'scope', tracer);
  } else {
    let view: View = 'scope';
    for (const part of expression.path) {
      view = typeof part === 'number' ? tracer.index(view, part) : tracer.field(view, part);
    }
  }
  return [...tracer.problems];
}

class ReferenceTracer implements Tracer<View> {
  readonly unknown: View = undefined;
  readonly problems: Set<string> = new Set();
  readonly #context: ReferenceContext;

  constructor(context: ReferenceContext) {
    this.#context = context;
  }

  field(view: View, name: string): View {
    if (view === 'scope') return this.#result(name);
    if (view === undefined) return undefined;
    return this.#part(view, view.reader.property(view.schema, name), name);
  }

  index(view: View, index: number): View {
    if (view === undefined || view === 'scope') return undefined;
    return this.#part(view, view.reader.item(view.schema, index), index);
  }

  /** Anything that is no list has no items to go wrong, but a filter on it is a mistake. */
  item(view: View): View {
    if (view === undefined || view === 'scope') return undefined;
    const schema = view.reader.item(view.schema);
    if (schema !== false) return { ...view, schema, place: extend(view.place, 0) };
    this.problems.add(`${view.tool} gives no list at ${formatPath(view.place)}.`);
    return undefined;
  }

  list(item: View): View {
    if (item === undefined || item === 'scope') return undefined;
    return { ...item, schema: { type: 'array', items: item.schema } };
  }

  flatten(view: View): View {
    const item = this.item(view);
    if (item === undefined || item === 'scope') return undefined;
    const inner = item.reader.item(item.schema);
    if (inner === false) return this.list(item);
    const isList = typeof item.schema === 'object' && item.schema['type'] === 'array';
    return isList ? this.list({ ...item, schema: inner }) : undefined;
  }

  #result(name: string): View {
    const { step, names, results } = this.#context;
    const producer = names.producers.get(name);
    if (producer === undefined || producer >= step) {
      this.problems.add(this.#refuseName(name, producer));
      return undefined;
    }
    const { tool, schema } = results[producer] as KnownResult;
    if (schema === undefined) return undefined;
    return { reader: new SchemaReader(schema), schema, place: [name], tool };
  }

  #refuseName(name: string, producer: number | undefined): string {
    const { step, names } = this.#context;
    const shown = nameInMessage(name);
    if (producer === step) return `${shown} is this step itself; a step sees only those before it.`;
    if (producer !== undefined) {
      return `${shown} is step ${producer}, counted from 0, and runs later. Move it before this step.`;
    }
    const earlier = [...names.producers]
      .filter(([, index]) => index < step)
      .map(([known]) => known);
    const meant = nearestName(name, earlier);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return `no step before this one is called ${shown}. Known here: ${listNames(earlier)}.${hint}`;
  }

  #part(view: Known, schema: JsonSchema, part: number | string): View {
    if (schema !== false) return { ...view, schema, place: extend(view.place, part) };
    this.problems.add(describeImpossible(view, part));
    return undefined;
  }
}

/** Messages show the beginning of a place, so no more of it is kept. */
const shownParts = 16;

function extend(place: Path, part: number | string): Path {
  return place.length < shownParts ? [...place, part] : place;
}

function describeImpossible({ reader, schema, place, tool }: Known, part: number | string): string {
  const where = formatPath(place);
  if (typeof part === 'number') {
    const problem = `${tool} gives no list at ${where}, or none that long`;
    return `${problem}: there is no ${where}[${part}].`;
  }
  const names = reader.names(schema);
  const meant = nearestName(part, names);
  const hint = meant === undefined ? '' : ` Did you mean ${nameInMessage(meant)}?`;
  const has = names.length === 0 ? 'It has no fields' : `It has: ${listNames(names)}`;
  return `${tool} never gives ${nameInMessage(part)} in ${where}. ${has}.${hint}`;
}
