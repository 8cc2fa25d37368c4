import type { Execute, NewRun, RunEngine, UsedApprovals } from '@guildline/mcp-core';
import type { Clock } from '@guildline/pipeline-core';
import { openSession, replicaOf } from './open-session.ts';
import type { Session } from './session.ts';
import { isConnectionError, persist } from './store/connection-error.ts';
import { hasDatabase } from './store/embedded/create-database.ts';
import type { EngineTiming } from './timing.ts';
import { lineOf, unavailable } from './unavailable.ts';

/** What the engine is made of. */
export interface DbosEngineSource {
  /** Folder of the database, made when it is needed. With `databaseUrl` nothing is written there. */
  readonly folder: string;
  /** A database of PostgreSQL that several servers share. */
  readonly databaseUrl?: string | undefined;
  /** Name of this server among those that share the database, the same after a restart. Default: the host's. */
  readonly replica?: string | undefined;
  /** The work of every kind of run. */
  readonly execute: Execute;
  readonly clock: Clock;
  /** Takes one line for the operator. */
  readonly report: (line: string) => void;
  /** False if this process only looks and decides, and leaves executing to others. Default true. */
  readonly work?: boolean | undefined;
  /** Milliseconds after which a run that has ended is deleted. Default 30 days. */
  readonly retention?: number | undefined;
  readonly timing?: Partial<EngineTiming> | undefined;
}

/** The port of mcp-core on DBOS. Nothing is loaded or opened before the first call. */
export interface DbosEngine extends RunEngine {
  /**
   * Opens the engine now: runs that are queued, or that a process left in the middle, go on.
   *
   * @throws ToolError `WORKFLOW_UNAVAILABLE`
   */
  open(): Promise<void>;
  /** Which approvals were used, for all servers that share the database. */
  readonly usedApprovals: UsedApprovals;
}

/** Milliseconds for which a call waits for a database that cannot be reached. */
const patience = 5_000;

/** The durable engine. A process can have one at a time that works. */
export function createDbosEngine(source: DbosEngineSource): DbosEngine {
  let opening: Promise<Session> | undefined;
  let opened: Session | undefined;
  let leaving: Promise<void> = Promise.resolve();
  let closing: Promise<void> | undefined;

  const session = async (): Promise<Session> => {
    if (closing !== undefined) {
      throw unavailable('This server is stopping. Call again when it runs.', { retriable: true });
    }
    opening ??= leaving.then(() => openSession(source, onReplicaLost));
    const current = opening;
    try {
      const ready = await current;
      if (opening === current) opened = ready;
      return ready;
    } catch (error) {
      // The reason may pass: the next call tries again.
      if (opening === current) opening = undefined;
      throw error;
    }
  };

  const onReplicaLost = () => {
    const current = opening;
    if (current === undefined) return;
    opening = undefined;
    opened = undefined;
    source.report(`another process works as replica "${replicaOf(source)}" now; this one stops.`);
    leaving = current.then((lost) => lost.close());
  };

  const ask = async <Result>(question: (session: Session) => Promise<Result>): Promise<Result> => {
    const current = await session();
    try {
      return await persist(() => question(current), { limit: patience });
    } catch (error) {
      throw isConnectionError(error) ? unreachable(error) : error;
    }
  };

  /** A process that does not work makes no database only to find it empty. */
  const look = async <Result>(
    question: (session: Session) => Promise<Result>,
    nothing: Result,
  ): Promise<Result> => {
    const { work, databaseUrl, folder } = source;
    const mayBeNone = work === false && databaseUrl === undefined && opening === undefined;
    return mayBeNone && !(await hasDatabase(folder)) ? nothing : ask(question);
  };

  const closeLater = async (): Promise<void> => {
    await leaving;
    const last = await opening?.catch(() => undefined);
    await last?.close();
  };

  return {
    open: async () => {
      await session();
    },
    usedApprovals: {
      use: (id, expiresAt) => ask((current) => current.markApproval(id, expiresAt)),
    },
    start: (run) =>
      ask((current) => current.start(run)).catch((error) => throwForStart(error, run)),
    find: (id) => look((current) => current.find(id), undefined),
    list: (filter) => look((current) => current.list(filter), []),
    kept: (id) => look((current) => current.kept(id), new Map()),
    change: (id, from, patch) => look((current) => current.change(id, from, patch), undefined),
    resume: (run, patch) => look((current) => current.resume(run, patch), undefined),
    cancel: (id) => look((current) => current.cancel(id), undefined),
    close: () => {
      // At once if it is open: not one more step begins.
      closing ??= opened?.close() ?? closeLater();
      return closing;
    },
  };
}

function unreachable(error: unknown) {
  return unavailable(
    `The database for workflows cannot be reached: ${lineOf(error)}. Call again when it is back.`,
    { cause: error, retriable: true, outcome: 'unknown' },
  );
}

/** Without a key of its own, a start that is repeated is another run. */
function throwForStart(error: unknown, { key }: NewRun): never {
  if (key !== undefined || !isUnknown(error)) throw error;
  throw unavailable(
    'The database for workflows was lost while the run was started. List the workflows to see whether it was, before starting it again.',
    { cause: error, outcome: 'unknown' },
  );
}

function isUnknown(error: unknown): boolean {
  return (error as { outcome?: unknown } | undefined)?.outcome === 'unknown';
}
