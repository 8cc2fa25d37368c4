import type { Pool } from 'pg';

/** The place where runs are kept, open and held by this process. */
export interface Store {
  readonly pool: Pool;
  /** Name of this process among all that ever shared the place. */
  readonly executor: string;
  /** Runs what two processes must not do at once: creating and migrating tables. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs `work` if the process of that name is gone, and lets nobody else do so meanwhile. */
  ifGone(executor: string, work: () => Promise<void>): Promise<void>;
  /** Shows the others that this process is alive. Called again and again. */
  showAlive(): Promise<void>;
  /** Lets tables use the room of deleted rows again, where the database does not do so by itself. */
  tidy(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
