import { ToolError } from '@guildline/mcp-core';

/** Discord's own error code behind a tool error, such as 10011 for an unknown role. */
export function discordCode(error: unknown): number | undefined {
  if (!(error instanceof ToolError)) return undefined;
  const { discord_code } = (error.details ?? {}) as { readonly discord_code?: unknown };
  return typeof discord_code === 'number' ? discord_code : undefined;
}
