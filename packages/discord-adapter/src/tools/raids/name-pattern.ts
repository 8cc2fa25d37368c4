/** A name as it is compared: without the differences of case, width and compatibility forms. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** Code points of a name that are looked at; Discord's names have at most 32. */
const longestName = 256;

/** True if a pattern holds more than wildcards: without that it says nothing about a name. */
export function hasLiteral(pattern: string): boolean {
  return /[^*?]/.test(pattern);
}

/** What a pattern begins with before its first wildcard. */
export function literalStart(pattern: string): string {
  return /^[^*?]*/.exec(pattern)?.[0] ?? '';
}

/**
 * Tests whole names against a pattern in which `*` is any text and `?` one character. Never more
 * steps than characters of the pattern times characters of the name, whatever either holds.
 */
export function createNameTest(pattern: string): (name: string) => boolean {
  const wanted = [...foldName(pattern)];
  return (name) => matches(wanted, [...foldName(name)].slice(0, longestName));
}

/** Goes on from the last `*` where what follows it does not fit; an earlier one need not give way. */
function matches(wanted: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let starPlace = 0;
  while (place < name.length) {
    if (wanted[at] === '*') {
      star = at;
      starPlace = place;
      at += 1;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === name[place])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      starPlace += 1;
      place = starPlace;
      at = star + 1;
    } else {
      return false;
    }
  }
  return wanted.slice(at).every((character) => character === '*');
}
