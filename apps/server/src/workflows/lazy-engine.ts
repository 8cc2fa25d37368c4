import type { RunEngine, UsedApprovals } from '@guildline/mcp-core';
import type { DbosEngine, DbosEngineSource } from '@guildline/workflow-dbos';
import { openWhenFree } from '../control/open-when-free.ts';

/** What a lazy engine is made from. */
export interface LazyEngineSource extends DbosEngineSource {
  /** Called whenever this process is asked for runs that it works on, once the engine is open. */
  readonly onOpen?: (() => Promise<void>) | undefined;
}

/** A durable engine that costs nothing until it is asked for. */
export interface LazyEngine {
  /** The engine, open if this process works on runs. */
  engine(): Promise<RunEngine>;
  /** Which approvals were used, kept beside the runs. */
  readonly usedApprovals: UsedApprovals;
  /** Opens the engine if runs wait for it: some are marked in the folder, or servers share a database. */
  openIfUnfinished(): Promise<void>;
  close(): Promise<void>;
}

/** Puts off loading the engine's libraries to the first call. */
export function createLazyEngine(source: LazyEngineSource): LazyEngine {
  let made: Promise<DbosEngine> | undefined;
  const load = () => {
    made ??= import('@guildline/workflow-dbos').then(({ createDbosEngine }) =>
      createDbosEngine(source),
    );
    return made;
  };
  const open = async () => {
    const engine = await load();
    if (source.work === false) return engine;
    await openWhenFree(() => engine.open(), source.folder);
    await source.onOpen?.();
    return engine;
  };
  return {
    engine: open,
    usedApprovals: {
      use: async (id, expiresAt) => (await load()).usedApprovals.use(id, expiresAt),
    },
    openIfUnfinished: async () => {
      const { hasUnfinishedRuns } = await import('@guildline/workflow-dbos');
      if (source.databaseUrl === undefined && !(await hasUnfinishedRuns(source.folder))) return;
      await open().catch((error: Error) => source.report(error.message));
    },
    close: async () => {
      await (await made)?.close();
    },
  };
}
