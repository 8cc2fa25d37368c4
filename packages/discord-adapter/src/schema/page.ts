import * as z from 'zod';

/** How many items a page of a list holds. */
export function limit(maximum: number, standard: number): z.ZodDefault<z.ZodInt> {
  return z.int().min(1).max(maximum).default(standard);
}

/** Where a list goes on: the `next_cursor` of the page before, unchanged. */
export function cursor(pattern: RegExp = /^\d{1,20}$/): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .refine((text) => pattern.test(text), {
      error: 'Not a cursor of this list: pass the next_cursor of the page before, unchanged.',
    })
    .optional();
}

/**
 * The cursor of the next page: the last item's, if the page is full. A list whose length is a
 * multiple of its limit ends with an empty page.
 */
export function nextCursor<Item>(
  items: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): { next_cursor?: string } {
  const last = items.at(-1);
  return last === undefined || items.length < limit ? {} : { next_cursor: cursorOf(last) };
}
