import type { CallNode, Node } from './node.ts';

/** What is known of values without data. A `View` stands for all values that could be at a place. */
export interface Tracer<View> {
  /** Nothing is known. */
  readonly unknown: View;
  /** The value of a property. Called once for each time the expression reads it. */
  field(view: View, name: string): View;
  /** An item of a list; negative indexes count from the end. */
  index(view: View, index: number): View;
  /** Any item of a list. */
  item(view: View): View;
  /** A list of such items. */
  list(item: View): View;
  /** A list in which lists have been replaced by their items. */
  flatten(view: View): View;
}

/**
 * Walks an expression without data: what it reads, and of what, follows the same rules as evaluation.
 * Fields in filters and after `&` are read from the items, not from the start.
 *
 * @returns what the expression gives.
 */
export function trace<View>(node: Node, view: View, tracer: Tracer<View>): View {
  switch (node.type) {
    case 'current':
      return view;
    case 'field':
      return tracer.field(view, node.name);
    case 'index':
      return tracer.index(view, node.index);
    case 'slice':
      return tracer.list(tracer.item(view));
    case 'sub':
    case 'pipe':
      return trace(node.right, trace(node.left, view, tracer), tracer);
    case 'projection':
    case 'filter':
    case 'values':
      return traceProjection(node, view, tracer);
    case 'flatten':
      return tracer.flatten(trace(node.child, view, tracer));
    case 'call':
      return traceCall(node, view, tracer);
    default:
      for (const child of childrenOf(node)) trace(child, view, tracer);
      return tracer.unknown;
  }
}

function traceProjection<View>(
  node: Extract<Node, { type: 'filter' | 'projection' | 'values' }>,
  view: View,
  tracer: Tracer<View>,
): View {
  const left = trace(node.left, view, tracer);
  const item = node.type === 'values' ? tracer.unknown : tracer.item(left);
  if (node.type === 'filter') trace(node.condition, item, tracer);
  return tracer.list(trace(node.right, item, tracer));
}

/** Functions that give back items of their list keep what is known of them. */
function traceCall<View>({ name, args }: CallNode, view: View, tracer: Tracer<View>): View {
  const listAt = name === 'map' ? 1 : 0;
  const views = args.map((argument) =>
    argument.type === 'reference' ? tracer.unknown : trace(argument, view, tracer),
  );
  const list = views[listAt] ?? tracer.unknown;
  const reference = args.find((argument) => argument.type === 'reference');
  const result = reference ? trace(reference.child, tracer.item(list), tracer) : tracer.unknown;
  switch (name) {
    case 'map':
      return tracer.list(result);
    case 'sort':
    case 'sort_by':
      return tracer.list(tracer.item(list));
    case 'max_by':
    case 'min_by':
      return tracer.item(list);
    default:
      return tracer.unknown;
  }
}

function childrenOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'or':
    case 'and':
    case 'comparison':
      return [node.left, node.right];
    case 'not':
    case 'reference':
      return [node.child];
    case 'list':
      return node.items;
    case 'object':
      return node.entries.map(([, value]) => value);
    default:
      return [];
  }
}
