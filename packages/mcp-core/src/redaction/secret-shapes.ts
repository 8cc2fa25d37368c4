/** What stands in place of a secret. */
export const redacted = '[redacted]';

/** A secret that is known by its looks, and what its match is replaced by. */
export interface SecretShape {
  /** What it finds, for a reader. */
  readonly name: string;
  /**
   * Global. Takes linear time on any input: it begins with literal text or at a border, and what
   * repeats before something else is bounded. Does not match what it has replaced.
   */
  readonly pattern: RegExp;
  readonly replacement: string;
}

/** Three digits in base64: the first part of a bot token is made of these. */
const digits = '[MNO][DTjz][AEIMQUYcgk][w-z0-5]';
/** A slash, also as JSON text and in an encoded URL. */
const slash = String.raw`(?:\\?\/|%2F)`;
/** A quote, also inside JSON text that is a string of other JSON text. */
const quote = String.raw`\\{0,3}"`;
const not = String.raw`(?!\[redacted\])`;
const credential = String.raw`[\w.~+/=-]`;

/** Shapes that are known by what stands before them come first: they take the whole value. */
export const secretShapes: readonly SecretShape[] = [
  {
    name: 'a private key in PEM',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?/g,
    replacement: redacted,
  },
  {
    name: 'a key of that name in JSON text',
    pattern: new RegExp(
      `(${quote}[\\w-]{0,40}(?:token|secret|password|passwd|authorization|api[_-]?key)${quote}\\s{0,4}:\\s{0,4}${quote})${not}[^"\\\\]+`,
      'gi',
    ),
    replacement: `$1${redacted}`,
  },
  {
    name: 'a header',
    pattern: new RegExp(
      `(\\bauthorization["']?\\s{0,4}[:=]\\s{0,4}["']?(?:Bearer|Bot|Basic|Token)\\s{1,4})${not}[^\\s"',;}\\]⟧]+`,
      'gi',
    ),
    replacement: `$1${redacted}`,
  },
  {
    name: 'an assignment to an environment variable',
    pattern: new RegExp(
      `((?:TOKEN|SECRET|PASSWORD|API_KEY|PRIVATE_KEY)\\s?=\\s?["']?)${not}[^\\s"'\\[⟧]+`,
      'g',
    ),
    replacement: `$1${redacted}`,
  },
  {
    name: 'a parameter of a URL',
    pattern: new RegExp(
      `([?&](?:access_token|refresh_token|bot_token|token|api[_-]?key|client_secret|secret|password)=)${not}[^&#\\s"'<>\\[⟧]+`,
      'gi',
    ),
    replacement: `$1${redacted}`,
  },
  {
    name: 'a password in a URL',
    pattern: /(?<=:\/\/)([^\s/:@"'<>]{0,128}):(?!\[redacted\]@)[^\s/@"'<>]{1,256}@/g,
    replacement: `$1:${redacted}@`,
  },
  {
    name: 'the token in the path of a webhook or interaction',
    pattern: new RegExp(`((?:webhooks|interactions)${slash}\\d{1,22}${slash})[\\w.~-]{16,}`, 'gi'),
    replacement: `$1${redacted}`,
  },
  {
    name: 'a bot token',
    pattern: new RegExp(
      `(?:${digits}){5,7}(?:[MNO][DTjz][AEIMQUYcgk]|[MNO][AQgw])?={0,2}\\.[\\w-]{1,64}\\.[\\w-]+`,
      'g',
    ),
    replacement: redacted,
  },
  {
    name: 'a token of a user with two factors',
    pattern: /(?<![\w-])mfa\.[\w-]{20,}/g,
    replacement: redacted,
  },
  {
    name: 'an interaction token',
    pattern: /aW50ZXJhY3Rpb24[\w+/=-]{16,}/g,
    replacement: redacted,
  },
  {
    name: 'a JSON Web Token, as our own approvals are',
    pattern: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){1,3}/g,
    replacement: redacted,
  },
  {
    name: 'Bearer with something that is no word',
    pattern: new RegExp(
      `(\\bBearer\\s{1,4})(?=${credential}{0,64}\\d|${credential}{20})${credential}{8,}`,
      'gi',
    ),
    replacement: `$1${redacted}`,
  },
  {
    name: 'Bot or Basic with something long of letters of both cases and digits',
    pattern: new RegExp(
      `(\\b(?:Bot|Basic)\\s{1,4})(?=${credential}{0,64}\\d)(?=${credential}{0,64}[a-z])(?=${credential}{0,64}[A-Z])${credential}{20,}`,
      'g',
    ),
    replacement: `$1${redacted}`,
  },
];
