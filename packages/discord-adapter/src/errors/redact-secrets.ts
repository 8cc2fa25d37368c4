/** What is shorter than any token is no secret, and would tear ordinary words apart. */
const shortest = 8;

/** A copy of a JSON value with every occurrence of a secret taken out of its texts. */
export function redactSecrets(value: unknown, secrets: readonly (string | undefined)[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce<string>(
      (text, secret) =>
        secret && secret.length >= shortest ? text.replaceAll(secret, '[redacted]') : text,
      value,
    );
  }
  if (Array.isArray(value)) return value.map((item) => redactSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redactSecrets(item, secrets)]);
  return Object.fromEntries(entries);
}
