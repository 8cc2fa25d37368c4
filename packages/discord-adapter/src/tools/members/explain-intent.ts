import { ToolError } from '@guildline/mcp-core';

/**
 * Passes on why members were not listed. The route takes no permission, so a refusal means the intent,
 * or a guild that the bot is not in.
 */
export function explainIntent(error: unknown): never {
  if (!(error instanceof ToolError) || error.code !== 'DISCORD_PERMISSION_DENIED') throw error;
  throw new ToolError({
    code: error.code,
    message:
      'Discord does not let this bot list members. Switch on the Server Members intent for the application in the Discord developer portal, and check that the bot is in the guild. members_search and members_get work without the intent.',
    details: error.details,
    cause: error,
  });
}
