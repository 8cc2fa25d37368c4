import { makeVisible, redactText } from '@guildline/mcp-core';

/** Takes secrets out of a text that comes from an upstream. */
export type Scrub = (text: string) => string;

/** Shorter ones would take parts of ordinary words with them. */
const shortestSecret = 6;

/** Takes out the secrets that an upstream was handed. */
export function createScrub(secrets: readonly string[]): Scrub {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

/** A text of an upstream for a message or a log: short, visible, and without secrets. */
export function toSaid(text: string, scrub: Scrub, longest = 500): string {
  const clean = makeVisible(redactText(scrub(text.slice(0, 8 * longest)))).trim();
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}
