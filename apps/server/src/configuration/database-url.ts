import type { Environment } from '../settings.ts';
import { readNamedFile } from './read-named-file.ts';

/** The variables that say where the shared database is. Its URL may hold a password. */
export const databaseVariables = ['GUILDLINE_DATABASE_URL', 'GUILDLINE_DATABASE_URL_FILE'] as const;

/**
 * The URL of the shared PostgreSQL: `GUILDLINE_DATABASE_URL`, or what is in the file that
 * `GUILDLINE_DATABASE_URL_FILE` names; `undefined` if neither is set.
 *
 * @throws Error without the URL in it, if it is none of PostgreSQL or the file cannot be read
 */
export function readDatabaseUrl(environment: Environment): string | undefined {
  const [variable, fileVariable] = databaseVariables;
  const given = environment[variable]?.trim();
  if (given) return checkUrl(given, variable);
  const path = environment[fileVariable]?.trim();
  return path ? checkUrl(readNamedFile(path, fileVariable).trim(), fileVariable) : undefined;
}

function checkUrl(url: string, namedBy: string): string {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  throw new Error(
    `${namedBy} does not hold a URL like postgres://user:password@host:5432/database`,
  );
}
