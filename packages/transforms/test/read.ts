/** Everything that pages hold. */
export async function readAll<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

/** The bytes of a text, cut into pieces of these lengths over and over. */
export async function* cutText(
  text: string,
  lengths: readonly number[],
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const steps = lengths.filter((length) => length > 0);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = steps[turn % steps.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
