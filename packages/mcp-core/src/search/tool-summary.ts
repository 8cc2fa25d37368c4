/** Characters of a summary. */
const longest = 200;

/** A tool's description in one line: its first sentence. */
export function toSummary(description: string): string {
  const line = (/^.*?[.;](?=\s|$)/s.exec(description)?.[0] ?? description)
    .replaceAll(/\s+/g, ' ')
    .replace(/;$/, '.')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
