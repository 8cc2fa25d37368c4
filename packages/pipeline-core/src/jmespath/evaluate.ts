import type { Budget } from '../budget.ts';
import { callFunction } from './call-function.ts';
import { equals } from './equals.ts';
import type { Evaluation } from './functions/function.ts';
import { isObject, isTrue, orNull, setOwn } from './json.ts';
import type { Node } from './node.ts';
import { readField, readIndex } from './read.ts';
import { sliceList } from './slice.ts';

type NodeOf<Type extends Node['type']> = Extract<Node, { readonly type: Type }>;

/**
 * Evaluates an expression on a value by the rules of standard JMESPath. Reads own properties only,
 * changes nothing, and charges everything it does.
 *
 * @returns JSON, never `undefined`. It may share parts with the value and with the expression.
 * @throws PipelineError for a wrong argument of a function, or a used-up budget.
 */
export function evaluate(node: Node, value: unknown, budget: Budget): unknown {
  const visit = (next: Node, on: unknown): unknown => {
    budget.spend(1);
    const handle = handlers[next.type] as Handler<Node>;
    return handle(next, on, evaluation);
  };
  const evaluation: Evaluation = { budget, evaluate: visit };
  return visit(node, value);
}

type Handler<Kind extends Node> = (node: Kind, value: unknown, evaluation: Evaluation) => unknown;

const handlers: { readonly [Type in Node['type']]: Handler<NodeOf<Type>> } = {
  current: (_node, value) => value,
  literal: ({ value }) => value,
  field: ({ name }, value) => readField(value, name),
  index: ({ index }, value) => readIndex(value, index),
  slice: (node, value, { budget }) =>
    Array.isArray(value) ? sliceList(value, node, budget) : null,
  sub: ({ left, right }, value, { evaluate: visit }) => {
    const inner = visit(left, value);
    return inner === null ? null : visit(right, inner);
  },
  pipe: ({ left, right }, value, { evaluate: visit }) => visit(right, visit(left, value)),
  projection: ({ left, right }, value, evaluation) => {
    const items = evaluation.evaluate(left, value);
    return Array.isArray(items) ? project(items, right, evaluation) : null;
  },
  values: ({ left, right }, value, evaluation) => {
    const object = evaluation.evaluate(left, value);
    return isObject(object) ? project(Object.values(object), right, evaluation) : null;
  },
  filter: ({ left, condition, right }, value, evaluation) => {
    const items = evaluation.evaluate(left, value);
    if (!Array.isArray(items)) return null;
    const kept = items.filter((item) => isTrue(evaluation.evaluate(condition, orNull(item))));
    return project(kept, right, evaluation);
  },
  flatten: ({ child }, value, { evaluate: visit, budget }) => {
    const items = visit(child, value);
    return Array.isArray(items) ? flatten(items, budget) : null;
  },
  or: ({ left, right }, value, { evaluate: visit }) => {
    const first = visit(left, value);
    return isTrue(first) ? first : visit(right, value);
  },
  and: ({ left, right }, value, { evaluate: visit }) => {
    const first = visit(left, value);
    return isTrue(first) ? visit(right, value) : first;
  },
  not: ({ child }, value, { evaluate: visit }) => !isTrue(visit(child, value)),
  comparison: compare,
  list: ({ items }, value, { evaluate: visit }) =>
    value === null ? null : items.map((item) => visit(item, value)),
  object: ({ entries }, value, { evaluate: visit }) => {
    if (value === null) return null;
    const object: Record<string, unknown> = {};
    for (const [name, entry] of entries) setOwn(object, name, visit(entry, value));
    return object;
  },
  call: ({ name, args }, value, evaluation) => {
    const values = args.map((argument) =>
      argument.type === 'reference' ? argument.child : evaluation.evaluate(argument, value),
    );
    return callFunction(name, values, evaluation);
  },
  reference: () => null,
};

/** What `right` gives for each item, without the nulls. */
function project(items: readonly unknown[], right: Node, evaluation: Evaluation): unknown[] {
  const results: unknown[] = [];
  for (const item of items) {
    const result = evaluation.evaluate(right, orNull(item));
    if (result !== null) results.push(result);
  }
  return results;
}

function flatten(items: readonly unknown[], budget: Budget): unknown[] {
  const flat: unknown[] = [];
  for (const item of items) {
    budget.spend(Array.isArray(item) ? 1 + item.length : 1);
    if (!Array.isArray(item)) flat.push(orNull(item));
    else for (const inner of item) flat.push(orNull(inner));
  }
  return flat;
}

function compare(
  { comparator, left, right }: NodeOf<'comparison'>,
  value: unknown,
  { evaluate: visit, budget }: Evaluation,
): boolean | null {
  const first = visit(left, value);
  const second = visit(right, value);
  if (comparator === 'EQ') return equals(first, second, budget);
  if (comparator === 'NE') return !equals(first, second, budget);
  if (typeof first !== 'number' || typeof second !== 'number') return null;
  switch (comparator) {
    case 'LT':
      return first < second;
    case 'LTE':
      return first <= second;
    case 'GT':
      return first > second;
    case 'GTE':
      return first >= second;
  }
}
