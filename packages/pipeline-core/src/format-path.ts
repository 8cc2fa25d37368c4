import type { Path } from './check/step-tools.ts';
import { isIdentifier, shorten } from './name-list.ts';

const shown = 12;

/** A path as one would write it: `embeds[0].fields[2]."first name"`. Long paths are cut. */
export function formatPath(path: Path): string {
  const parts = path.slice(0, shown).map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    const name = isIdentifier(part) ? shorten(part, 40) : JSON.stringify(shorten(part, 40));
    return index === 0 ? name : `.${name}`;
  });
  return path.length > shown ? `${parts.join('')}…` : parts.join('');
}
