/**
 * What was known before, then what was found just now; of two with the same key the newer one stays.
 * Over `maximum` the ones that were found longest ago go first.
 *
 * @param known A state field's value until now; its schema has held it to be a list of such items.
 */
export function rememberItems<Item>(
  known: unknown,
  found: readonly Item[],
  { keyOf, maximum }: { readonly keyOf: (item: Item) => string; readonly maximum: number },
): readonly Item[] {
  const fresh = new Map(found.map((item) => [keyOf(item), item]));
  const older = itemsOf<Item>(known).filter((item) => !fresh.has(keyOf(item)));
  return [...older, ...fresh.values()].slice(-maximum);
}

/**
 * What is known, without or with changes of some items: `change` gives the item as it is now, or
 * `undefined` if it is gone. Nothing if nothing changes, so that nothing is stored.
 */
export function changeItems<Item>(
  known: unknown,
  change: (item: Item) => Item | undefined,
): readonly Item[] | undefined {
  const before = itemsOf<Item>(known);
  const after = before.map(change);
  return after.every((item, index) => item === before[index])
    ? undefined
    : after.filter((item) => item !== undefined);
}

function itemsOf<Item>(known: unknown): readonly Item[] {
  return Array.isArray(known) ? (known as readonly Item[]) : [];
}
