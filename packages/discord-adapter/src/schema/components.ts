import * as z from 'zod';

/** What may stand at the top of a message: an action row, or one of the components that replace content. */
const topLevel = [1, 9, 10, 12, 13, 14, 17] as const;
const maximum = 40;

/**
 * A message's components as Discord documents them. Only what decides how a message is sent is
 * checked here; the rest of each component goes to Discord as it is.
 */
export function components() {
  return z
    .array(z.looseObject({ type: z.literal(topLevel) }))
    .max(maximum)
    .superRefine((list, context) => {
      if (!replaceContent(list) && list.length > 5) {
        context.addIssue({ code: 'custom', message: 'A message takes at most 5 action rows.' });
      }
      if (count(list) > maximum) {
        context.addIssue({
          code: 'custom',
          message: `A message takes at most ${maximum} components, nested ones included.`,
        });
      }
    });
}

type Components = z.output<ReturnType<typeof components>>;

/** True if the components are of the second version, which replaces content, embeds, stickers and polls. */
export function replaceContent(list: Components | undefined): boolean {
  return list?.some(({ type }) => type !== 1) ?? false;
}

function count(list: readonly unknown[]): number {
  let total = 0;
  const open: unknown[] = [...list];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    total += 1;
    if (total > maximum) return total;
    const { components: nested, accessory } = next as Record<string, unknown>;
    if (Array.isArray(nested)) open.push(...nested);
    if (accessory !== undefined) open.push(accessory);
  }
  return total;
}
