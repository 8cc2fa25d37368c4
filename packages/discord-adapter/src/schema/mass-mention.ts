import type { Reach } from '@guildline/mcp-core';

/** What a list of arguments may look like before it was checked and its templates were filled. */
interface UncheckedMentions {
  readonly parse?: unknown;
  readonly roles?: unknown;
  readonly users?: unknown;
}

/**
 * Whom a message with these `allowed_mentions` may notify, in words, if that is more than single
 * people. Bears arguments that are not checked yet: where a template decides, it may be anybody.
 */
function massMentionOf(mentions: unknown): string | undefined {
  if (isUndecided(mentions)) return undecided;
  if (typeof mentions !== 'object' || mentions === null) return undefined;
  const { parse, roles } = mentions as UncheckedMentions;
  const parsed: readonly unknown[] = Array.isArray(parse) ? parse : [];
  if (parsed.includes('everyone')) return 'everyone in the channel';
  if (isUndecided(parse) || parsed.some(isTemplate) || isUndecided(roles)) return undecided;
  if (parsed.includes('roles')) return 'the members of every role that the text mentions';
  if (!Array.isArray(roles) || roles.length === 0) return undefined;
  return `the members of ${roles.length === 1 ? 'a role' : `${roles.length} roles`}`;
}

/** The reach of a message: whom it notifies. */
export function reachOfMessage(message: unknown): Reach {
  if (isUndecided(message)) return { massMention: undecided };
  if (typeof message !== 'object' || message === null) return {};
  const { allowed_mentions } = message as { readonly allowed_mentions?: unknown };
  const members = countMentioned(message, allowed_mentions);
  return { massMention: massMentionOf(allowed_mentions), ...(members > 0 ? { members } : {}) };
}

/** How many single people are notified: those listed, or those that the message mentions. */
function countMentioned(message: object, mentions: unknown): number {
  if (typeof mentions !== 'object' || mentions === null) return 0;
  const { parse, users } = mentions as UncheckedMentions;
  if (Array.isArray(users)) return new Set(users).size;
  if (!Array.isArray(parse) || !parse.includes('users')) return 0;
  return new Set(
    JSON.stringify(message)
      .match(/<@!?\d{17,20}>/g)
      ?.map(toDigits),
  ).size;
}

function toDigits(mention: string): string {
  return mention.replaceAll(/\D/g, '');
}

const undecided = 'whomever its allowed_mentions name when it runs';

/** Text where a list or an object belongs: a template, or JSON that nobody has parsed yet. */
function isUndecided(value: unknown): boolean {
  return typeof value === 'string';
}

function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{{');
}
