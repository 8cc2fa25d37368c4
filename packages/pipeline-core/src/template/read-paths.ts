import type { Path } from '../check/step-tools.ts';
import type { Node } from '../jmespath/node.ts';
import { type Tracer, trace } from '../jmespath/trace.ts';

/** A path from the scope, the scope itself (an empty path), or `undefined` if it is not known. */
type View = readonly (number | string)[] | undefined;

/**
 * The plain paths that an expression starts from, in the order in which it reads them. The first
 * part of each is the name of a step or variable.
 */
export function readPaths(node: Node): readonly Path[] {
  const found = new Map<readonly (number | string)[], boolean>();
  const extend = (view: View, part: number | string): View => {
    if (view === undefined || (view.length === 0 && typeof part === 'number')) return undefined;
    found.delete(view);
    const path = [...view, part];
    found.set(path, true);
    return path;
  };
  const tracer: Tracer<View> = {
    unknown: undefined,
    field: extend,
    index: (view, index) => (index < 0 ? undefined : extend(view, index)),
    item: () => undefined,
    list: () => undefined,
    flatten: () => undefined,
  };
  trace(node, [], tracer);
  return [...found.keys()];
}
