/** A text cut to a length that a message can carry, on one line. */
export function shorten(text: string, maximum = 80): string {
  if (text.length <= maximum) return text.replace(/\s/g, ' ');
  const whole = text.slice(0, maximum - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${whole.replace(/\s/g, ' ')}…`;
}

const shown = 10;

/** Names for a message: at most ten, each shortened; odd ones in quotes. `none` if there are none. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const listed = names.slice(0, shown).map(nameInMessage).join(', ');
  return names.length > shown ? `${listed} and ${names.length - shown} more` : listed;
}

/** A name as a message shows it: bare if it is an identifier, else as a JSON string. */
export function nameInMessage(name: string): string {
  const short = shorten(name, 40);
  return isIdentifier(short) ? short : JSON.stringify(short);
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** True for a name that JMESPath takes without quotes. */
export function isIdentifier(name: string): boolean {
  return identifier.test(name);
}
