/** One whole HTTP answer. */
export interface Answer {
  readonly status: number;
  /** Of the body, without parameters, in lower case: `application/json`. */
  readonly contentType: string;
  readonly text: string;
  /** The parsed body; `undefined` if it is empty or no JSON. */
  readonly json: unknown;
  /** The `Retry-After` header as it came. */
  readonly retryAfter: string | null;
}

/** Makes an answer of what was read. */
export function toAnswer(
  status: number,
  headers: { get(name: string): string | null },
  text: string,
): Answer {
  const [contentType = ''] = (headers.get('content-type') ?? '').split(';');
  return {
    status,
    contentType: contentType.trim().toLowerCase(),
    text,
    json: parseJson(text),
    retryAfter: headers.get('retry-after'),
  };
}

/** True if the answer was written by something in front of Discord, which always speaks JSON. */
export function isForeign({ contentType, text, json }: Answer): boolean {
  return json === undefined && text !== '' && contentType !== 'application/json';
}

/** A field of a JSON object body, own properties only. */
export function fieldOf(body: unknown, key: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, key)
    ? (body as Record<string, unknown>)[key]
    : undefined;
}

/** Discord's own error code in a body; `undefined` if there is none. */
export function discordCodeOf({ json }: Answer): number | undefined {
  const code = fieldOf(json, 'code');
  return typeof code === 'number' ? code : undefined;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
