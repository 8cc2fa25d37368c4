const lineWidth = 100;

/** JSON as the repository's formatter writes it: lists of plain values on one line where they fit. */
export function formatJson(value: unknown): string {
  return `${print(value, '', 0)}\n`;
}

/** @param column Where the value begins; one place is left for a comma behind it. */
function print(value: unknown, indent: string, column: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = toLine(value);
    if (line !== undefined && column + line.length < lineWidth) return line;
    const items = value.map((item) => inner + print(item, inner, inner.length));
    return wrap('[', items, `${indent}]`);
  }
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const lines = entries.map(([key, part]) => {
    const start = `${inner}${JSON.stringify(key)}: `;
    return start + print(part, inner, start.length);
  });
  return wrap('{', lines, `${indent}}`);
}

/** A list, and lists in it, on one line; `undefined` if an object is inside. */
function toLine(list: readonly unknown[]): string | undefined {
  const items = list.map((item) => {
    if (Array.isArray(item)) return toLine(item);
    return typeof item === 'object' && item !== null ? undefined : JSON.stringify(item);
  });
  return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
}

function wrap(open: string, lines: readonly string[], close: string): string {
  return lines.length === 0 ? open + close.trim() : `${open}\n${lines.join(',\n')}\n${close}`;
}
