/** A PostgreSQL that tests may do anything with. */
export interface TestPostgres {
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>;
  /** Drops the databases, and ends the server if this process has started it. */
  stop(): Promise<void>;
}

interface Helper {
  readonly hasPostgres: boolean;
  startPostgres(): Promise<TestPostgres>;
  administer(url: string, statements: string): Promise<{ readonly rows: unknown[] }>;
}

/** The helper of the durable engine's own tests: `GUILDLINE_TEST_DATABASE_URL`, or a private server. */
const helper = new URL('../../../packages/workflow-dbos/test/postgres.ts', import.meta.url);

/** Runs statements on a connection of its own, and gives the rows of a single one. */
export async function query<Row>(url: string, statements: string): Promise<Row[]> {
  const { administer } = (await import(helper.href)) as Helper;
  return (await administer(url, statements)).rows as Row[];
}

/** Starts or finds one; `undefined` if there is none on this machine. */
export async function findPostgres(): Promise<TestPostgres | undefined> {
  const { hasPostgres, startPostgres } = (await import(helper.href)) as Helper;
  return hasPostgres ? await startPostgres() : undefined;
}
