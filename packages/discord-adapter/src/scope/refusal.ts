import { type ErrorCode, ToolError } from '@guildline/mcp-core';
import type { MarkedId } from './marked-ids.ts';

/** Why something is outside of an allow-list. */
export type RefusalReason = keyof typeof reasons;

/** One thing in a call that an allow-list does not let through. */
export interface Refusal {
  readonly code: Extract<ErrorCode, 'GUILD_NOT_ALLOWED' | 'CHANNEL_NOT_ALLOWED'>;
  readonly reason: RefusalReason;
  /** The id that is refused; absent if the call as a whole is. */
  readonly id?: MarkedId | undefined;
  /** True if the same call may be let through later. */
  readonly retriable?: boolean;
}

/** A refusal with the call it is about. */
export interface CallRefusal extends Refusal {
  readonly tool: string;
  /** The position among the calls of a composer, from 0. */
  readonly step?: number | undefined;
}

const reasons = {
  'guild-not-listed': 'is not on the allow-list of guilds',
  'in-other-guild': 'does not belong to a guild on the allow-list',
  'no-guild': 'belongs to no guild, and only guilds on the allow-list are open',
  'channel-not-listed':
    'is not on the allow-list of channels, and neither is the channel or category that it is in',
  unresolved: 'could not be resolved to its guild or channel, so it is refused',
  alone: 'is judged by its guild or channel, and the call names none',
  'names-nothing': 'names no guild or channel, so nothing says that it stays within the allow-list',
  'needs-channel':
    'reaches all channels of a guild, and only some are allowed: name a channel or category on the allow-list',
  result: 'answered with something outside of the allow-list, which is kept back',
  unchecked: 'could not be checked against the allow-list, so it is refused',
} as const;

/** What the reasons are called where a workflow is bound to one guild or channel. */
const boundReasons: Readonly<Record<RefusalReason, string>> = {
  'guild-not-listed': 'is not the guild that the workflow is bound to',
  'in-other-guild': 'does not belong to the guild that the workflow is bound to',
  'no-guild': 'belongs to no guild, and the workflow is bound to one',
  'channel-not-listed':
    'is not the channel that the workflow is bound to, and not in it: nothing is changed outside of it',
  unresolved: 'could not be resolved to its guild or channel, so it is refused',
  alone: 'is judged by its guild or channel, and the call names none',
  'names-nothing':
    'names no guild or channel, so nothing says that it stays within what the workflow is bound to',
  'needs-channel':
    'changes more than the channel that the workflow is bound to: name that channel, or bind the workflow to the guild alone',
  result: 'answered with something outside of what the workflow is bound to',
  unchecked: 'could not be held against what the workflow is bound to, so it is refused',
};

const advice = {
  GUILD_NOT_ALLOWED: 'guild_list_mine lists the guilds that are allowed.',
  CHANNEL_NOT_ALLOWED: 'channels_list lists the channels of a guild that are allowed.',
} as const;

/** The error of a call that an allow-list refuses: which arguments, never what is behind them. */
export function toRefusalError(refusals: readonly [CallRefusal, ...CallRefusal[]]): ToolError {
  const [{ code }] = refusals;
  return toError(code, refusals, reasons, advice[code]);
}

/** The error of a call that leaves what its workflow is bound to. */
export function toBoundError(refusals: readonly [CallRefusal, ...CallRefusal[]]): ToolError {
  return toError(
    'WORKFLOW_TARGET_MISMATCH',
    refusals,
    boundReasons,
    'The target of a workflow never changes; start another one for other places.',
  );
}

function toError(
  code: ErrorCode,
  refusals: readonly CallRefusal[],
  words: Readonly<Record<RefusalReason, string>>,
  next: string,
): ToolError {
  const lines = [...new Set(refusals.map((refusal) => toLine(refusal, words)))];
  return new ToolError({
    code,
    message: `Refused, and nothing was done:\n${lines.join('\n')}\n${next}`,
    retriable: refusals.every(({ retriable }) => retriable === true),
    details: {
      refused: refusals.map(({ step, tool, id, reason }) => ({
        ...(step !== undefined && { step }),
        tool,
        ...(id && { path: id.path }),
        reason,
      })),
    },
  });
}

function toLine(
  { tool, step, id, reason }: CallRefusal,
  words: Readonly<Record<RefusalReason, string>>,
): string {
  const place = step === undefined ? '' : `step ${step + 1} (${tool}), `;
  if (!id) return `${place}${tool} ${words[reason]}.`;
  return `${place}${formatPath(id.path)}: ${id.kind} ${shorten(id.id)} ${words[reason]}.`;
}

function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** An id as it was written, if it can be one. */
function shorten(id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? id : 'of this form';
}
