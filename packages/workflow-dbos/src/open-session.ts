import { hostname } from 'node:os';
import type { DbosEngineSource } from './dbos-engine.ts';
import { Session } from './session.ts';
import { openFolder } from './store/embedded/open-folder.ts';
import { openPostgres } from './store/postgres/open-postgres.ts';
import { defaultTiming } from './timing.ts';
import { UnfinishedMarker } from './unfinished-marker.ts';

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/** Name of this process among the replicas. */
export function replicaOf({ replica }: Pick<DbosEngineSource, 'replica'>): string {
  return replica ?? hostname();
}

/** Opens the place where runs are kept, and the engine on it. */
export async function openSession(
  source: DbosEngineSource,
  onReplicaLost: () => void,
): Promise<Session> {
  const { folder, databaseUrl, execute, clock, report } = source;
  const timing = { ...defaultTiming, ...source.timing };
  const work = source.work ?? true;
  const store =
    databaseUrl === undefined
      ? await openFolder(folder, report)
      : await openPostgres({
          databaseUrl,
          replica: replicaOf(source),
          lease: timing.lease,
          work,
          report,
          onLost: onReplicaLost,
        });
  return Session.open({
    store,
    work,
    execute,
    clock,
    report,
    marker: databaseUrl === undefined ? new UnfinishedMarker(folder) : undefined,
    retention: source.retention ?? thirtyDays,
    timing,
  });
}
