/** Where a secret was found. */
export interface Finding {
  readonly place: string;
  readonly secret: string;
  readonly around: string;
}

/** Characters that give a secret away: a part of it that was cut off is found as well. */
const telling = 20;

/**
 * Looks for secrets in texts: whole or cut at either end, plain, in base64 (wherever it begins), in
 * hex, URL-encoded, and inside of JSON.
 */
export function findSecrets(
  places: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Finding[] {
  const wanted = Object.entries(secrets).flatMap(([secret, text]) =>
    [...new Set(partsOf(text).flatMap(formsOf))].map((form) => ({ secret, form })),
  );
  return Object.entries(places).flatMap(([place, text]) =>
    wanted.flatMap(({ secret, form }) => {
      const at = text.indexOf(form);
      return at < 0 ? [] : [{ place, secret, around: text.slice(Math.max(0, at - 60), at + 90) }];
    }),
  );
}

/** The end of a secret, and its beginning behind what is public: of a bot token, the bot's id. */
function partsOf(secret: string): string[] {
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);
  const hidden = isToken ? secret.slice(secret.indexOf('.') + 1) : secret;
  return [hidden.slice(0, telling), hidden.slice(-telling)];
}

function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const encoded = [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.from('-'.repeat(shift) + text);
    // What is before and behind changes the characters at both ends.
    const skip = shift === 0 ? 0 : 4;
    return [bytes.toString('base64'), bytes.toString('base64url')].map((form) =>
      form.slice(skip, -4),
    );
  });
  return [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    text.replaceAll('/', '\\/'),
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    Buffer.from(text).toString('hex'),
    ...encoded,
  ];
}
