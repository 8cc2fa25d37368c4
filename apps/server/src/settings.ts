import type { ConfigurationFlags } from './configuration/common-settings.ts';
import type { Configuration } from './configuration/configuration.ts';
import { readDatabaseUrl } from './configuration/database-url.ts';
import { type LoadedConfiguration, loadConfiguration } from './configuration/load-configuration.ts';
import { createTokenReader } from './configuration/token-reader.ts';
import { knownNames } from './tool-set.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a server is composed from. */
export interface Settings {
  readonly configuration: Configuration;
  /** Reads the bot token when a call needs it; `undefined` if none is set. */
  readonly token: () => string | undefined;
  /** Where Discord's REST API is. The adapter's default when absent. */
  readonly apiUrl: string | undefined;
  /** What approvals are for: an approval of one realm does not count in another. */
  readonly realm: string;
  /** The PostgreSQL that servers share for workflows; `undefined` for the data directory alone. */
  readonly databaseUrl: string | undefined;
  readonly isSimulated: boolean;
  /** Where credentials of upstreams are looked for. Defaults to the process's own. */
  readonly environment?: Environment | undefined;
}

/** Settings, and the configuration behind them for whoever watches it. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly loaded: LoadedConfiguration;
}

/**
 * Flags over environment variables over the configuration file. What has no effect is told on
 * standard error.
 *
 * @throws ConfigurationError with every problem
 */
export async function loadSettings(
  flags: ConfigurationFlags,
  environment: Environment = process.env,
): Promise<LoadedSettings> {
  const loaded = await loadConfiguration({ flags, environment, known: knownNames });
  for (const notice of loaded.notices) process.stderr.write(`guildline: ${notice}\n`);
  const { configuration } = loaded;
  const token = createTokenReader(configuration.profile, environment);
  const apiUrl = environment['DISCORD_API_URL'] || undefined;
  const realm = `${configuration.profile.id} ${apiUrl ?? 'discord'}`;
  const databaseUrl = readDatabaseUrl(environment);
  const settings = {
    configuration,
    token,
    apiUrl,
    realm,
    databaseUrl,
    isSimulated: false,
    environment,
  };
  return { settings, loaded };
}
