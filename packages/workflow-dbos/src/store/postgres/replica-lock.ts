import type { Client } from 'pg';
import { lineOf, unavailable } from '../../unavailable.ts';
import { tryLock, unlock } from './advisory-lock.ts';

/** How a replica shows that it is alive. */
export interface ReplicaLockSource {
  /** Makes a connection of its own; not opened yet. */
  readonly createClient: () => Client;
  /** Name among the replicas on one database. */
  readonly replica: string;
  /** Milliseconds without a sign of life after which the others take over. */
  readonly lease: number;
  readonly report: (line: string) => void;
  /** Called if another process took the name while this one was silent. */
  readonly onLost: () => void;
}

const nameOf = (replica: string) => `guildline/replica/${replica}`;

/**
 * A replica is alive while its session in the database holds the lock of its name. The database ends
 * a session that was silent for the length of the lease, so a process that is stopped or cut off
 * loses the lock too. No clock but the database's counts.
 */
export class ReplicaLock {
  readonly #source: ReplicaLockSource;
  #session: Client | undefined;

  constructor(source: ReplicaLockSource) {
    this.#source = source;
  }

  /** @throws ToolError `WORKFLOW_UNAVAILABLE` if a living process has the name. */
  async take(): Promise<void> {
    const { replica } = this.#source;
    const session = this.#source.createClient();
    session.on('error', () => this.#drop(session));
    try {
      await session.connect();
      await this.#limitSilence(session);
      if (!(await tryLock(session, nameOf(replica)))) throw nameInUse(replica);
      this.#session = session;
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error;
    }
  }

  /** One sign of life; takes the lock again if the session is gone. */
  async showAlive(): Promise<void> {
    const { replica, report, onLost } = this.#source;
    const session = this.#session;
    if (session !== undefined) {
      try {
        await session.query('select 1');
        return;
      } catch {
        this.#drop(session);
      }
    }
    try {
      await this.take();
      report(`replica ${replica} was cut off from the database and is back.`);
    } catch (error) {
      if (isNameInUse(error)) onLost();
      else throw error;
    }
  }

  /** Runs `work` while no living process has that name. */
  async ifGone(replica: string, work: () => Promise<void>): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    // A name of this process's own: its owner lost it before this process could take it.
    if (replica === this.#source.replica) return work();
    if (!(await tryLock(session, nameOf(replica)))) return;
    try {
      await work();
    } finally {
      await unlock(session, nameOf(replica));
    }
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.end().catch(() => undefined);
  }

  #drop(session: Client): void {
    if (this.#session === session) this.#session = undefined;
    void session.end().catch(() => undefined);
  }

  async #limitSilence(session: Client): Promise<void> {
    const { lease, report } = this.#source;
    await session.query(
      `select set_config('tcp_keepalives_idle', '10', false),
              set_config('tcp_keepalives_interval', '5', false),
              set_config('tcp_keepalives_count', '3', false)`,
    );
    try {
      await session.query(`set idle_session_timeout = ${Math.round(lease)}`);
    } catch (error) {
      report(`a replica that is paused is not taken over here: ${lineOf(error)}.`);
    }
  }
}

const inUse = 'replica_in_use';

function nameInUse(replica: string) {
  return unavailable(
    `A living process works as replica "${replica}" on this database. Give this one a name of its own with GUILDLINE_REPLICA.`,
    { details: { reason: inUse, replica } },
  );
}

function isNameInUse(error: unknown): boolean {
  const details = (error as { details?: { reason?: unknown } } | undefined)?.details;
  return details?.reason === inUse;
}
