import type { Budget } from '../budget.ts';
import { orNull } from './json.ts';
import type { SliceNode } from './node.ts';

/** `[start:stop:step]` of a list, by the rules of Python. */
export function sliceList(
  list: readonly unknown[],
  { start, stop, step }: SliceNode,
  budget: Budget,
): readonly unknown[] {
  const stride = step ?? 1;
  const forward = stride > 0;
  const from = clamp(start, forward ? 0 : list.length - 1, list.length, forward);
  const to = clamp(stop, forward ? list.length : -1, list.length, forward);
  budget.spend(1 + Math.max(0, Math.ceil((to - from) / stride)));
  const items: unknown[] = [];
  for (let index = from; forward ? index < to : index > to; index += stride) {
    items.push(orNull(list[index]));
  }
  return items;
}

/** A border of a slice as an index; negative ones count from the end. */
function clamp(border: number | null, missing: number, length: number, forward: boolean): number {
  if (border === null) return missing;
  const index = border < 0 ? border + length : border;
  return Math.min(Math.max(index, forward ? 0 : -1), forward ? length : length - 1);
}
