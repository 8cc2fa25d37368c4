import type { ErrorCode } from '@guildline/mcp-core';
import { type Answer, discordCodeOf, fieldOf, isForeign } from '../rest/answer.ts';
import { type Target, withoutToken } from '../rest/route.ts';
import { discordCodes } from './discord-codes.ts';
import { flattenFieldErrors, formatFieldErrors } from './field-errors.ts';

/** A refusal in our words. */
export interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const maximumText = 500;

/** What an answer that is no success means: by Discord's own code, else by the HTTP status. */
export function explainAnswer(answer: Answer, target: Target): Explanation {
  if (isForeign(answer) || discordCodeOf(answer) === 40333) return explainForeign(answer, target);
  const discordCode = discordCodeOf(answer);
  const known = discordCode === undefined ? undefined : discordCodes.get(discordCode);
  const code = known?.code ?? codeOfStatus(answer.status);
  const details = {
    ...(discordCode !== undefined && { discord_code: discordCode }),
    http_status: answer.status,
  };
  const fields = flattenFieldErrors(fieldOf(answer.json, 'errors'));
  if (fields.length > 0) {
    return {
      code,
      message: `Discord refused the request${suffix(discordCode)}:\n${formatFieldErrors(fields)}\nCorrect this and call again.`,
      details: { fields, ...details },
    };
  }
  const said = textOf(answer) ?? `HTTP ${answer.status} for ${describe(target)}`;
  const hint = known?.hint ?? hintOfStatus(answer.status);
  return { code, message: `${said}${suffix(discordCode)}. ${hint}`, details };
}

/** A request for a reader: `POST /channels/123/messages`, never with a webhook's token. */
export function describe({ method, route }: Target): string {
  return `${method} ${withoutToken(route)}`;
}

function explainForeign(answer: Answer, target: Target): Explanation {
  const { status, contentType } = answer;
  const details = { http_status: status, content_type: contentType };
  if (status >= 500) {
    return {
      code: 'DISCORD_UNAVAILABLE',
      message: `Discord could not be reached behind its front (HTTP ${status} for ${describe(target)}). ${hintOfStatus(status)}`,
      details,
    };
  }
  if (status === 413) {
    const message = `The request is too large (HTTP 413 for ${describe(target)}). Send fewer or smaller files.`;
    return { code: 'DISCORD_INVALID_REQUEST', message, details };
  }
  return {
    code: 'DISCORD_BLOCKED',
    message: `Something in front of Discord answered ${describe(target)} with HTTP ${status} and ${contentType || 'no content type'} in place of Discord's JSON: Cloudflare blocks this address, or a proxy stands between, or the API address is wrong. Check the address of the API and the network, and wait an hour before calling again.`,
    details,
  };
}

function codeOfStatus(status: number): ErrorCode {
  if (status >= 500 || status === 408) return 'DISCORD_UNAVAILABLE';
  if (status >= 300 && status < 400) return 'DISCORD_BLOCKED';
  switch (status) {
    case 401:
      return 'DISCORD_UNAUTHORIZED';
    case 403:
      return 'DISCORD_PERMISSION_DENIED';
    case 404:
      return 'DISCORD_NOT_FOUND';
    case 429:
      return 'DISCORD_RATE_LIMITED';
    default:
      return 'DISCORD_INVALID_REQUEST';
  }
}

function hintOfStatus(status: number): string {
  if (status >= 500) return 'Call again later; https://discordstatus.com says how Discord is.';
  if (status >= 300 && status < 400) {
    return 'An API does not redirect: the address of the API is wrong, or a proxy stands between.';
  }
  switch (status) {
    case 403:
      return "Check the permissions of the bot's role.";
    case 404:
      return 'Check the ids of the call.';
    default:
      return 'Check the arguments of the call.';
  }
}

function textOf({ json }: Answer): string | undefined {
  const message = fieldOf(json, 'message');
  if (typeof message !== 'string' || message === '') return undefined;
  const text = message.replace(/[.\s]+$/, '');
  return text.length > maximumText ? `${text.slice(0, maximumText)}…` : text;
}

function suffix(discordCode: number | undefined): string {
  return discordCode === undefined || discordCode === 0 ? '' : ` (Discord code ${discordCode})`;
}
