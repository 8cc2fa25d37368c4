/** Three parts of base64url, as bot tokens and signed web tokens have them. */
const threeParts = /[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}/g;
const webhookPath = /(webhooks\/\d+\/)[\w-]+/g;
/** Nothing that is shown needs more; it also bounds what the patterns above can cost. */
const longest = 500;

/** True for a text that is a Discord bot token: its first part spells the bot's id. */
export function isBotToken(text: string): boolean {
  const [, first = ''] = /^(?:Bot )?([\w-]{20,40})\.[\w-]{4,12}\.[\w-]{20,80}$/.exec(text) ?? [];
  return /^\d{17,20}$/.test(Buffer.from(first, 'base64url').toString('latin1'));
}

/** A text that may be printed: shortened, on one line, and with nothing in it that has the shape of a secret. */
export function toPrintable(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short
    .replace(threeParts, '[redacted]')
    .replace(webhookPath, '$1[redacted]')
    .replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
