import { isArgumentSchema, isDescriptiveKeyword } from './argument-schema.ts';
import { isSecretKey } from './secret-key.ts';
import { redacted, secretShapes } from './secret-shapes.ts';

/** What every shape has some part of: a quick look that lets ordinary text and ids pass. */
const hint =
  /[MNO][DTjz][AEIMQUYcgk][w-z0-5][MNO]|eyJ|W50ZXJhY3|:\/\/|mfa\.|(?:bearer|bot|basic)\s|webhooks|interactions|authoriz|token|secret|passw|api[_-]?key|private/i;
const maximumDepth = 100;
const tooDeep = '[nested too deep]';
const circular = '[circular]';
const unreadable = '[unreadable]';

/**
 * The text without the secrets that are known by their looks: bot tokens, the tokens of webhooks and
 * interactions, JSON Web Tokens, credentials of headers and URLs, private keys. Linear in the length
 * of the text; a second time changes nothing.
 */
export function redactText(text: string): string {
  if (!hint.test(text)) return text;
  let result = text;
  for (const { pattern, replacement } of secretShapes) {
    result = result.replace(pattern, replacement);
  }
  return result;
}

/**
 * A copy of a value, fit for JSON, in which every text is redacted, and whatever stands under a key
 * such as `token` or `api_key` is replaced whole. Of a JSON schema's argument of such a name only the
 * values are: a schema says what a secret is called. Never throws: what cannot be read or nests too
 * deep is said in its place.
 */
export function redactValue(value: unknown): unknown {
  return redactInside(value, { depth: 0, secret: false, above: new Set() });
}

interface Place {
  readonly depth: number;
  /** True below a key that is known to hold a secret. */
  readonly secret: boolean;
  /** What the keys here are: those of any object, names of arguments, or keywords about a secret. */
  readonly keys?: 'argument names' | 'keywords of a secret' | undefined;
  /** The objects around this one. */
  readonly above: Set<object>;
}

function redactInside(value: unknown, place: Place): unknown {
  switch (typeof value) {
    case 'string':
      return place.secret && value !== '' ? redacted : redactText(value);
    case 'number':
      return place.secret ? redacted : value;
    case 'bigint':
      return place.secret ? redacted : String(value);
    case 'object':
      return value === null ? value : redactObject(value, place);
    default:
      return typeof value === 'boolean' ? value : undefined;
  }
}

function redactObject(value: object, place: Place): unknown {
  if (place.above.has(value)) return circular;
  if (place.depth >= maximumDepth) return tooDeep;
  place.above.add(value);
  try {
    return copyObject(value, place);
  } catch {
    return unreadable;
  } finally {
    place.above.delete(value);
  }
}

function copyObject(value: object, place: Place): unknown {
  const { depth, secret, above, keys } = place;
  if (Array.isArray(value)) {
    const inside: Place = { depth: depth + 1, above, secret, keys };
    return value.map((item) => redactInside(item, inside));
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redactInside(value.toJSON(), { depth: depth + 1, above, secret });
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      redactText(key),
      redactInside(item, placeBelow(key, item, value, place)),
    ]),
  );
}

function placeBelow(
  key: string,
  item: unknown,
  object: object,
  { depth, above, secret, keys }: Place,
): Place {
  const below = (isSecret: boolean, keysBelow?: Place['keys']): Place => ({
    depth: depth + 1,
    above,
    secret: isSecret,
    keys: keysBelow,
  });
  if (secret) return below(true);
  if (key === 'properties' && 'type' in object && object.type === 'object') {
    return below(false, 'argument names');
  }
  if (keys === 'keywords of a secret') return below(!isDescriptiveKeyword(key), keys);
  if (!isSecretKey(key)) return below(false);
  return keys === 'argument names' && isArgumentSchema(item)
    ? below(false, 'keywords of a secret')
    : below(true);
}
