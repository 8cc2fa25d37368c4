import type { Environment } from '../settings.ts';
import type { Profile } from './configuration.ts';
import { readNamedFile } from './read-named-file.ts';

/**
 * Reads the bot token of a profile, anew each time it is asked. A profile that says where its token
 * is uses that alone: `DISCORD_TOKEN` may be another bot's. Any other uses `DISCORD_TOKEN`, or the
 * file that `DISCORD_TOKEN_FILE` names; `undefined` if neither is set.
 *
 * @throws Error without the token in it, if the place that the profile names holds none
 */
export function createTokenReader(
  profile: Profile,
  environment: Environment,
): () => string | undefined {
  const { id, tokenFile, tokenEnvironment } = profile;
  if (tokenFile !== undefined) return () => readTokenFile(tokenFile, `profiles.${id}.token_file`);
  if (tokenEnvironment !== undefined) {
    return () => {
      const token = environment[tokenEnvironment]?.trim();
      if (token) return token;
      throw new Error(
        `the environment variable ${tokenEnvironment}, which profiles.${id}.token_env names, is not set`,
      );
    };
  }
  return () => {
    const token = environment['DISCORD_TOKEN']?.trim();
    if (token) return token;
    const file = environment['DISCORD_TOKEN_FILE'];
    return file ? readTokenFile(file, 'DISCORD_TOKEN_FILE') : undefined;
  };
}

function readTokenFile(path: string, namedBy: string): string {
  const token = readNamedFile(path, namedBy).trim();
  if (token) return token;
  throw new Error(`${path}, which ${namedBy} names, is empty`);
}
