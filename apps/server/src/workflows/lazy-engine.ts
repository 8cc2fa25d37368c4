import type { RunEngine } from '@guildline/mcp-core';
import type { DbosEngine, DbosEngineSource } from '@guildline/workflow-dbos';

/** A durable engine that costs nothing until it is asked for. */
export interface LazyEngine {
  engine(): Promise<RunEngine>;
  /** Opens the engine if runs wait for it: some are marked in the folder, or servers share a database. */
  openIfUnfinished(): Promise<void>;
  close(): Promise<void>;
}

/** Puts off loading the engine's libraries to the first call. */
export function createLazyEngine(source: DbosEngineSource): LazyEngine {
  let made: Promise<DbosEngine> | undefined;
  const load = () => {
    made ??= import('@guildline/workflow-dbos').then(({ createDbosEngine }) =>
      createDbosEngine(source),
    );
    return made;
  };
  return {
    engine: load,
    openIfUnfinished: async () => {
      const { hasUnfinishedRuns } = await import('@guildline/workflow-dbos');
      if (source.databaseUrl === undefined && !(await hasUnfinishedRuns(source.folder))) return;
      const engine = await load();
      await engine.open().catch((error: Error) => source.report(error.message));
    },
    close: async () => {
      await (await made)?.close();
    },
  };
}
