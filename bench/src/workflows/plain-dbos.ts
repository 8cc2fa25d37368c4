import { DBOS } from '@dbos-inc/dbos-sdk';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Pool } from 'pg';
import { type Engine, pollingIntervalMs, stepResult } from './engine.ts';

/** DBOS on PGlite as both come, joined by PGlite's own adapter. */
export async function openPlainDbos(folder: string): Promise<Engine> {
  const database = await PGlite.create(folder);
  return openDbos(new Pool({ ...createPgConfig(database), max: 1 }));
}

/** DBOS on the connection to PGlite that Guildline gives it. */
export async function openDbosOnOurConnection(folder: string): Promise<Engine> {
  // Not exported: nobody but the engine opens its database.
  const store = new URL(
    './store/embedded/open-folder.js',
    import.meta.resolve('@guildline/workflow-dbos'),
  );
  const { openFolder } = (await import(store.href)) as {
    openFolder(folder: string, report: () => void): Promise<{ readonly pool: Pool }>;
  };
  const { pool } = await openFolder(folder, () => undefined);
  return openDbos(pool);
}

async function openDbos(pool: Pool): Promise<Engine> {
  const silent = () => undefined;
  DBOS.setConfig({
    name: 'plain',
    systemDatabasePool: pool,
    systemDatabaseSchemaName: 'plain',
    useListenNotify: false,
    logger: { info: silent, debug: silent, warn: silent, error: silent },
  });
  const workflow = DBOS.registerWorkflow(
    async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        await DBOS.runStep(async () => stepResult, { name: `${step} noop` });
      }
    },
    { name: 'run' },
  );
  await DBOS.launch();
  return {
    run: async ({ workflows, steps }) => {
      await Promise.all(
        Array.from({ length: workflows }, async () => {
          const { workflowID } = await DBOS.startWorkflow(workflow)(steps);
          await DBOS.getResult(workflowID, { pollingIntervalMs });
        }),
      );
    },
    // Its result is the check: it rejects for a workflow that failed.
    check: () => Promise.resolve(),
  };
}
