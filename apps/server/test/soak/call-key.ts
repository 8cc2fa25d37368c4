import type { LoggedRequest } from '@guildline/discord-simulator';

/**
 * What a write is known by, in the audit log as well as in the simulator: the mark that its reason
 * or content holds, or for a reaction the message and the emoji, which no other call is about.
 */
export type CallKey = string;

/** The mark of the call of that number, for its audit reason or the beginning of its text. */
export function toMark(number: number): string {
  return `<${number}>`;
}

/** The key of a call by its arguments; `undefined` if it has none. */
export function keyOfCall(tool: string, args: unknown): CallKey | undefined {
  const known = (args ?? {}) as Readonly<Record<string, unknown>>;
  const { message_id, emoji, user_id, all } = known;
  if (tool === 'reactions_add') return `PUT ${message_id} ${emoji}/@me`;
  if (tool === 'reactions_remove') {
    return `DELETE ${message_id} ${emoji}${all ? '' : `/${user_id ?? '@me'}`}`;
  }
  return markIn(known['audit_reason']) ?? markIn(known['content']);
}

/** The key of the call that sent a request. */
export function keyOfRequest({ method, path, reason, body }: LoggedRequest): CallKey | undefined {
  const reaction = /^\/channels\/\d+\/messages\/(\d+)\/reactions\/(.+)$/.exec(path);
  if (reaction) return `${method} ${reaction[1]} ${decodeURIComponent(reaction[2] ?? '')}`;
  return markIn(reason) ?? markIn((body as { content?: unknown } | undefined)?.content);
}

/** The mark in a text. */
export function markIn(text: unknown): string | undefined {
  return typeof text === 'string' ? /<\d+>/.exec(text)?.[0] : undefined;
}
