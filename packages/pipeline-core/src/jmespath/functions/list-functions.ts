import { unresolved } from '../../pipeline-error.ts';
import { compareText } from '../code-points.ts';
import { orNull, typeOf } from '../json.ts';
import type { Node } from '../node.ts';
import type { Evaluation, StandardFunction } from './function.ts';

type Key = number | string;
interface Keyed {
  readonly key: Key;
  readonly item: unknown;
}

/** `map`, `max`, `max_by`, `min`, `min_by`, `not_null`, `sort`, `sort_by`, `to_array`. */
export const listFunctions: Readonly<Record<string, StandardFunction>> = {
  map: {
    parameters: [['reference'], ['array']],
    apply: ([reference, items], evaluation) =>
      items.map((item: unknown) => evaluation.evaluate(reference, orNull(item))),
  },
  max: {
    parameters: [['numbers', 'strings']],
    apply: ([keys], evaluation) => best(keys.map(toKeyed), evaluation, 1),
  },
  max_by: {
    parameters: [['array'], ['reference']],
    apply: ([items, by], evaluation) =>
      best(withKeys('max_by', items, by, evaluation), evaluation, 1),
  },
  min: {
    parameters: [['numbers', 'strings']],
    apply: ([keys], evaluation) => best(keys.map(toKeyed), evaluation, -1),
  },
  min_by: {
    parameters: [['array'], ['reference']],
    apply: ([items, by], evaluation) =>
      best(withKeys('min_by', items, by, evaluation), evaluation, -1),
  },
  not_null: {
    parameters: [['any']],
    variadic: true,
    apply: (values) => values.find((value) => value !== null) ?? null,
  },
  sort: {
    parameters: [['numbers', 'strings']],
    apply: ([keys], evaluation) => sorted(keys.map(toKeyed), evaluation),
  },
  sort_by: {
    parameters: [['array'], ['reference']],
    apply: ([items, by], evaluation) =>
      sorted(withKeys('sort_by', items, by, evaluation), evaluation),
  },
  to_array: {
    parameters: [['any']],
    apply: ([value]) => (Array.isArray(value) ? value : [value]),
  },
};

function toKeyed(key: Key): Keyed {
  return { key, item: key };
}

/** The items with what `by` gives for each: numbers only or texts only. */
function withKeys(
  name: string,
  items: readonly unknown[],
  by: Node,
  evaluation: Evaluation,
): readonly Keyed[] {
  const keyed = items.map((item) => ({ key: evaluation.evaluate(by, orNull(item)) as Key, item }));
  const wanted = typeOf(keyed[0]?.key);
  for (const { key } of keyed) {
    const type = typeOf(key);
    if ((type === 'number' || type === 'string') && type === wanted) continue;
    const other = type === 'number' || type === 'string' ? `${wanted} and ${type}` : type;
    throw unresolved(
      `${name}() needs a number for every item, or a text for every item; found ${other}.`,
    );
  }
  return keyed;
}

function compare(left: Key, right: Key, evaluation: Evaluation): number {
  if (typeof left === 'string') return compareText(left, String(right), evaluation.budget);
  evaluation.budget.spend(1);
  return left - Number(right);
}

/** The first item with the greatest (`sign` 1) or smallest (-1) key; null for none. */
function best(keyed: readonly Keyed[], evaluation: Evaluation, sign: 1 | -1): unknown {
  let found = keyed[0];
  for (const candidate of keyed) {
    if (found && compare(candidate.key, found.key, evaluation) * sign > 0) found = candidate;
  }
  return found ? found.item : null;
}

function sorted(keyed: readonly Keyed[], evaluation: Evaluation): readonly unknown[] {
  return keyed
    .toSorted((left, right) => compare(left.key, right.key, evaluation))
    .map(({ item }) => item);
}
