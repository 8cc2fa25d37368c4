import type { compile } from '@jmespath-community/jmespath';
import { limits } from '../limits.ts';
import { invalid } from '../pipeline-error.ts';
import { checkCall } from './check-call.ts';
import type { Node } from './node.ts';

type LibraryNode = ReturnType<typeof compile>;
type NodeOf<Type extends string> = Extract<LibraryNode, { readonly type: Type }>;
type Convert = (node: LibraryNode) => Node;

/**
 * Turns the library's tree into ours: an allow-list, since what is not named here is refused.
 *
 * @throws PipelineError for other nodes, a wrong call, a name of `Object.prototype`, or a tree that is
 *   too large.
 */
export function toNode(tree: LibraryNode, literals: readonly unknown[]): Node {
  let count = 0;
  let depth = 0;
  const convert = (node: LibraryNode): Node => {
    count += 1;
    depth += 1;
    if (count > limits.expressionNodes) {
      throw invalid(`the expression has more than ${limits.expressionNodes} parts.`);
    }
    if (depth > limits.expressionDepth) {
      throw invalid(`the expression is deeper than ${limits.expressionDepth} levels.`);
    }
    const converted = convertNode(node, convert, literals);
    depth -= 1;
    return converted;
  };
  return convert(tree);
}

function convertNode(node: LibraryNode, convert: Convert, literals: readonly unknown[]): Node {
  switch (node.type) {
    case 'Literal':
      return { type: 'literal', value: literals[(node as NodeOf<'Literal'>).value as number] };
    case 'Field':
      return { type: 'field', name: allowName((node as NodeOf<'Field'>).name) };
    case 'Current':
    case 'Identity':
      return { type: 'current' };
    case 'Index':
      return { type: 'index', index: exact((node as NodeOf<'Index'>).value) };
    case 'Slice':
      return convertSlice(node as NodeOf<'Slice'>);
    case 'Function':
      return convertCall(node as NodeOf<'Function'>, convert);
    case 'MultiSelectList':
      return { type: 'list', items: (node as NodeOf<'MultiSelectList'>).children.map(convert) };
    case 'MultiSelectHash':
      return convertObject(node as NodeOf<'MultiSelectHash'>, convert);
    case 'NotExpression':
      return { type: 'not', child: convert((node as { child: LibraryNode }).child) };
    case 'Flatten':
      return {
        type: 'flatten',
        child: convertLeft((node as { child: LibraryNode }).child, convert),
      };
    default:
      return convertPair(node, convert);
  }
}

const pairs = {
  Subexpression: 'sub',
  IndexExpression: 'sub',
  Projection: 'projection',
  ValueProjection: 'values',
} as const;

function convertPair(node: LibraryNode, convert: Convert): Node {
  if (!('left' in node)) {
    throw invalid(`standard JMESPath has no ${node.type.toLowerCase()} expression.`);
  }
  switch (node.type) {
    case 'Subexpression':
    case 'IndexExpression':
    case 'Projection':
    case 'ValueProjection': {
      const left = convertLeft(node.left, convert);
      return { type: pairs[node.type], left, right: convert(node.right) };
    }
    case 'FilterProjection': {
      const { condition } = node as NodeOf<'FilterProjection'>;
      const left = convertLeft(node.left, convert);
      return { type: 'filter', left, condition: convert(condition), right: convert(node.right) };
    }
    case 'Pipe':
      return { type: 'pipe', left: convert(node.left), right: convert(node.right) };
    case 'OrExpression':
      return { type: 'or', left: convert(node.left), right: convert(node.right) };
    case 'AndExpression':
      return { type: 'and', left: convert(node.left), right: convert(node.right) };
    case 'Comparator': {
      const comparator = (node as NodeOf<'Comparator'>).name;
      return {
        type: 'comparison',
        comparator,
        left: convert(node.left),
        right: convert(node.right),
      };
    }
    default:
      throw invalid(`standard JMESPath has no ${node.type.toLowerCase()} expression.`);
  }
}

/** What something is taken out of. `!a.b` would mean `(!a).b`, which is always null. */
function convertLeft(node: LibraryNode, convert: Convert): Node {
  if (node.type === 'NotExpression') {
    throw invalid('"!" binds tighter than what follows; write !(a.b) instead of !a.b.');
  }
  return convert(node);
}

function convertSlice({ start, stop, step }: NodeOf<'Slice'>): Node {
  if (step === 0) throw invalid('the step of a slice cannot be 0.');
  return {
    type: 'slice',
    start: exactOrNull(start),
    stop: exactOrNull(stop),
    step: exactOrNull(step),
  };
}

function convertObject(node: NodeOf<'MultiSelectHash'>, convert: Convert): Node {
  const entries = node.children.map(
    ({ name, value }) => [allowName(name), convert(value)] as const,
  );
  return { type: 'object', entries };
}

function convertCall({ name, children }: NodeOf<'Function'>, convert: Convert): Node {
  const args = children.map((child): Node => {
    if (child.type !== 'ExpressionReference') return convert(child);
    return { type: 'reference', child: convert((child as { child: LibraryNode }).child) };
  });
  checkCall(name, args);
  return { type: 'call', name, args };
}

function allowName(name: string): string {
  if (name in Object.prototype) {
    throw invalid(`"${name}" belongs to every JavaScript object and cannot be read.`);
  }
  return name;
}

function exactOrNull(value: number | null): number | null {
  return value === null ? null : exact(value);
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw invalid('the index is too large.');
  return value;
}
