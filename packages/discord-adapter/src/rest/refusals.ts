import { ToolError } from '@guildline/mcp-core';
import type { BotToken, TokenProblem } from './bot-token.ts';

/** What a call is told when no token is set. */
export const defaultNoTokenMessage =
  'No Discord bot token is set. Set DISCORD_TOKEN to the token, or DISCORD_TOKEN_FILE to the path of a file that holds it, and start the server again.';

/**
 * Refuses a request for want of a usable token.
 *
 * @throws ToolError `DISCORD_UNAUTHORIZED`
 */
export function assertUsable(token: BotToken, noTokenMessage: string): void {
  const { problem } = token;
  if (!problem) return;
  throw new ToolError({
    code: 'DISCORD_UNAUTHORIZED',
    message: tokenMessage(problem, noTokenMessage),
  });
}

/** What to say of a token that cannot be used. */
export function tokenMessage(problem: TokenProblem, noTokenMessage: string): string {
  switch (problem.kind) {
    case 'absent':
      return noTokenMessage;
    case 'unreadable':
      return `The Discord bot token could not be read: ${problem.reason.replace(/[.\s]+$/, '')}. Correct DISCORD_TOKEN_FILE or the file it names, and call again.`;
    case 'malformed':
      return 'The Discord bot token holds characters that no token has. Check DISCORD_TOKEN or the file that DISCORD_TOKEN_FILE names: it must hold the token and nothing else.';
    case 'refused':
      return 'Discord refused the bot token, so nothing more is sent with it. Make a new token in the Developer Portal (Bot, Reset Token), set it in DISCORD_TOKEN or the file of DISCORD_TOKEN_FILE, and start the server again.';
  }
}

/** Too many invalid requests: Discord would ban this address. */
export function tooManyInvalid(count: number, retryAfterMs: number): ToolError {
  return new ToolError({
    code: 'DISCORD_RATE_LIMITED',
    message: `Discord refused ${count} requests of the last ten minutes (401, 403 or 429), and bans an address that goes on like that. Nothing is sent for ${seconds(retryAfterMs)}. Find out which calls are refused and stop them, then call again.`,
    retriable: true,
    retryAfterMs,
  });
}

/** Too many faults in a row: Discord seems to be down. */
export function tooManyFaults(retryAfterMs: number): ToolError {
  return new ToolError({
    code: 'DISCORD_UNAVAILABLE',
    message: `Discord has not answered properly for a while, so this request was not sent. Call again in ${seconds(retryAfterMs)}; https://discordstatus.com says how Discord is.`,
    retriable: true,
    retryAfterMs,
  });
}

/** A webhook that was found gone before. */
export function goneWebhook(): ToolError {
  return new ToolError({
    code: 'DISCORD_NOT_FOUND',
    message:
      'Unknown Webhook (Discord code 10015). Discord said so before, so this request was not sent. Create a webhook or use another one.',
    details: { discord_code: 10015 },
  });
}

/** The client is closed. */
export function clientClosed(): ToolError {
  return new ToolError({
    code: 'CANCELLED',
    message: 'The server is shutting down; this request was not sent.',
  });
}

function seconds(milliseconds: number): string {
  const count = Math.max(1, Math.ceil(milliseconds / 1000));
  return count === 1 ? '1 second' : `${count} seconds`;
}
