const secretName =
  /(?:^|_)(?:tokens?|secrets?|passwords?|passwd|passphrase|authorization|cookies?|credentials?|(?:api|private|secret|signing|encryption|access)_?key|webhook_url)$/;
/** Keys are short; what is longer is no name. */
const longest = 100;

/** True if a value under this key is a secret whatever it looks like: `bot_token`, `apiKey`. */
export function isSecretKey(key: string): boolean {
  if (key.length > longest) return false;
  if (key === '__confirm') return true;
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]/g, '_')
    .toLowerCase();
  return secretName.test(words);
}
