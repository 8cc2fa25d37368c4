import { AsyncResource } from 'node:async_hooks';
import type { DBOS } from '@dbos-inc/dbos-sdk';
import { schema } from '../schema/tables.ts';
import type { Store } from '../store/store.ts';
import { createDbosLogger } from './dbos-logger.ts';
import { jsonSerializer } from './json-serializer.ts';

/**
 * Version of the code that DBOS replays, pinned: runs of one build are executed by the next. Raised
 * with the version of the tables, when the order of steps changes.
 */
const applicationVersion = 'guildline-1';
const queueName = 'guildline';
/** DBOS keeps a workflow that was interrupted too often; how often is too often is decided elsewhere. */
const maxRecoveryAttempts = 1_000_000;
/** A step that no workflow has: rewinding to it forgets nothing. */
const behindEveryStep = 2 ** 31 - 1;

/** What DBOS is started with. */
export interface LaunchSource {
  readonly store: Store;
  /** The workflow: executes the run of that id. */
  readonly run: (run: string) => Promise<void>;
  readonly report: (line: string) => void;
  /** How many workflows one process takes from the queue. */
  readonly concurrency: number;
  /** Milliseconds between two looks into the queue. */
  readonly poll: number;
  /** False if this process only makes the tables. */
  readonly work: boolean;
}

/** DBOS as far as runs need it. One run is one workflow of the same id. */
export interface RunningDbos {
  /** Starts a run's workflow here and now, or puts it into the queue. Nothing happens if there is one. */
  start(run: string, where: 'here' | 'queue'): Promise<void>;
  /** Queues a workflow that has ended; steps from `position` on are forgotten, if it is given. */
  rewind(run: string, position: number | undefined): Promise<void>;
  /** Queues workflows that are not ended, taking them from whoever executes them. */
  requeue(runs: readonly string[]): Promise<void>;
  delete(runs: readonly string[]): Promise<void>;
  shutDown(): Promise<void>;
}

/** Starts DBOS, of which a process can have one. Its tables are made or migrated. */
export async function launchDbos(
  { DBOS: dbos }: { readonly DBOS: typeof DBOS },
  { store, run, report, concurrency, poll, work }: LaunchSource,
): Promise<RunningDbos> {
  if (dbos.isInitialized()) throw new TypeError('A process can have one engine at a time.');
  const logger = createDbosLogger(report);
  dbos.setConfig({
    name: 'guildline',
    systemDatabasePool: store.pool,
    systemDatabaseSchemaName: schema,
    executorID: store.executor,
    applicationVersion,
    serializer: jsonSerializer,
    logger,
    // Nothing is sent between workflows, and PGlite's only connection cannot wait for notices.
    useListenNotify: false,
    ...(work ? {} : { listenQueues: [] }),
  });
  const workflow = dbos.registerWorkflow(
    async () => {
      if (dbos.workflowID !== undefined) await run(dbos.workflowID);
    },
    { name: 'run', maxRecoveryAttempts },
  );
  // Whoever asks may be inside a step, where these calls would be taken for steps of its workflow.
  const outside = new AsyncResource('GuildlineEngine');
  const shutDown = async () => {
    logger.silence();
    await dbos.shutdown({ deregister: true });
  };
  try {
    await dbos.launch();
    if (work) {
      await dbos.registerQueue(queueName, {
        workerConcurrency: concurrency,
        minPollingIntervalMs: poll,
        onConflict: 'always_update',
      });
    }
  } catch (error) {
    await shutDown().catch(() => undefined);
    throw error;
  }
  return {
    start: (id, where) =>
      outside.runInAsyncScope(async () => {
        const place = where === 'queue' ? { queueName } : {};
        await dbos.startWorkflow(workflow, { workflowID: id, ...place })();
      }),
    rewind: (id, position) =>
      outside.runInAsyncScope(async () => {
        await dbos.rewindWorkflow(id, { startStep: position ?? behindEveryStep, queueName });
      }),
    requeue: (ids) =>
      outside.runInAsyncScope(async () => {
        await dbos.resumeWorkflows([...ids], { queueName });
      }),
    delete: (ids) => outside.runInAsyncScope(() => dbos.deleteWorkflows([...ids])),
    shutDown,
  };
}
