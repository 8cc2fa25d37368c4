import type { Path } from '../check/step-tools.ts';

const segment = /(?<dot>\.?)(?<name>[A-Za-z_][A-Za-z0-9_]*)|\[(?<index>[0-9]{1,10})\]/y;
const literalWords: ReadonlySet<unknown> = new Set(['true', 'false', 'null']);

/**
 * Reads a plain path: names and indexes from 0, as in `channels.channels[0].id`.
 *
 * @returns `undefined` for everything else, which is left to JMESPath; it also says how the bare
 *   words `true`, `false` and `null` are written.
 */
export function parsePlainPath(text: string): Path | undefined {
  const path: (number | string)[] = [];
  segment.lastIndex = 0;
  while (segment.lastIndex < text.length) {
    const { dot, name, index } = segment.exec(text)?.groups ?? {};
    const isFirst = path.length === 0;
    if (name !== undefined && (dot === '') === isFirst) path.push(name);
    else if (index !== undefined && !isFirst) path.push(Number(index));
    else return undefined;
  }
  return path.length > 0 && !literalWords.has(path[0]) ? path : undefined;
}
