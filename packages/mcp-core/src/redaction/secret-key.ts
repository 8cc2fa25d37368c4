import { LRUCache } from 'lru-cache';

const secretName =
  /(?:^|_)(?:tokens?|secrets?|passwords?|passwd|passphrase|authorization|cookies?|credentials?|(?:api|private|secret|signing|encryption|access)_?key|webhook_url)$/;
/** Keys are short; what is longer is no name. */
const longest = 100;

/** Answers for the names that come again and again: those of Discord's fields. */
const answers = new LRUCache<string, boolean>({ max: 1_000 });

/** True if a value under this key is a secret whatever it looks like: `bot_token`, `apiKey`. */
export function isSecretKey(key: string): boolean {
  if (key.length > longest) return false;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = key === '__confirm' || looksSecret(key);
  answers.set(key, answer);
  return answer;
}

function looksSecret(key: string): boolean {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]/g, '_')
    .toLowerCase();
  return secretName.test(words);
}
