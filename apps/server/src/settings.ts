import { readFileSync } from 'node:fs';
import envPaths from 'env-paths';

/** What the environment says about a server. */
export interface Settings {
  /** Reads the bot token when a call needs it; `undefined` if none is set. */
  readonly token: () => string | undefined;
  /** Where Discord's REST API is. The adapter's default when absent. */
  readonly apiUrl: string | undefined;
  /** Folder for audit events and whatever else has to be kept. Made on first use. */
  readonly dataDirectory: string;
  /** Enabled tool categories; all when absent. */
  readonly categories: readonly string[] | undefined;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from environment variables. Opens no file and no connection. */
export function parseSettings(environment: Environment): Settings {
  const categories = environment['MCP_CATEGORIES']
    ?.split(',')
    .map((category) => category.trim())
    .filter((category) => category !== '');
  return {
    token: () => readToken(environment),
    apiUrl: environment['DISCORD_API_URL'] || undefined,
    dataDirectory: environment['GUILDLINE_DATA_DIR'] || envPaths('guildline', { suffix: '' }).data,
    categories: categories && categories.length > 0 ? categories : undefined,
  };
}

function readToken(environment: Environment): string | undefined {
  const token = environment['DISCORD_TOKEN']?.trim();
  if (token) return token;
  const file = environment['DISCORD_TOKEN_FILE'];
  return file ? readFileSync(file, 'utf8').trim() || undefined : undefined;
}
