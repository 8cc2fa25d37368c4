import { unavailable } from '../../unavailable.ts';

/** Host and database of a URL that was taken apart rightly: no `@` of a password that was not escaped. */
const plainHost = /^[\w.:[\]-]*$/;
const plainPath = /^(?:\/[\w.~%-]*)?$/;

/**
 * Host, port and name of the database that a URL means, without its password, for messages.
 *
 * @throws ToolError `WORKFLOW_UNAVAILABLE` if it is no URL of PostgreSQL; the message holds no part of it.
 */
export function databaseAddress(databaseUrl: string): string {
  const url = parse(databaseUrl);
  if (url === undefined) {
    throw unavailable(
      'The database URL is none of PostgreSQL. Set GUILDLINE_DATABASE_URL to postgres://user:password@host:5432/database, with special letters of the password written as %40 and the like.',
    );
  }
  return `${url.hostname || 'localhost'}:${url.port || '5432'}${url.pathname}`;
}

function parse(text: string): URL | undefined {
  try {
    const url = new URL(text);
    const isPlain = plainHost.test(url.hostname) && plainPath.test(url.pathname);
    return isPlain && /^postgres(?:ql)?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}
