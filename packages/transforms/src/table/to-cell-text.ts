/** The text of a value in a cell, or why it has none. */
export type CellText = { readonly text: string } | { readonly problem: string };

const empty: CellText = { text: '' };

/**
 * Null and undefined are empty, lists and objects their JSON. Numbers have every digit they have in
 * JavaScript; what is no JSON is refused rather than written as something else.
 */
export function toCellText(value: unknown): CellText {
  switch (typeof value) {
    case 'string':
      return { text: value };
    case 'boolean':
    case 'bigint':
      return { text: String(value) };
    case 'number':
      return Number.isFinite(value)
        ? { text: String(value) }
        : { problem: `${value}, which has no text` };
    case 'undefined':
      return empty;
    case 'object':
      return value === null ? empty : toNestedText(value);
    default:
      return { problem: `a ${typeof value}, which has no text` };
  }
}

function toNestedText(value: object): CellText {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime())
      ? { problem: 'an invalid date' }
      : { text: value.toISOString() };
  }
  try {
    return { text: JSON.stringify(value) };
  } catch {
    return { problem: 'something that is not JSON' };
  }
}
