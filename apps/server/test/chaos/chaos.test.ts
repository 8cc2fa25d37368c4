import { afterAll, describe, expect, test } from 'vitest';
import { findPostgres } from '../test-postgres.ts';
import { Arena } from './arena.ts';
import { ChaosRun } from './chaos-run.ts';

/** The seed of the first run; that of a run that failed shows that run at once. */
const firstSeed = Number(process.env['GUILDLINE_CHAOS_SEED'] ?? 20_261_130);
/** How many processes are killed, half of them on either database. */
const kills = Number(process.env['GUILDLINE_CHAOS_KILLS'] ?? 10);

const postgres = await findPostgres();
afterAll(() => postgres?.stop());

const databases = {
  PGlite: async () => ({}),
  PostgreSQL: async () => ({
    GUILDLINE_DATABASE_URL: (await postgres?.createDatabase()) ?? '',
    GUILDLINE_REPLICA: 'chaos',
  }),
};

describe.each(Object.entries(databases))('on %s', (database, prepare) => {
  const cannotRun = database === 'PostgreSQL' && postgres === undefined;
  test.skipIf(cannotRun)(
    'a workflow whose server is killed at any moment has every effect once',
    { timeout: 60_000 + kills * 30_000 },
    async () => {
      const arena = await Arena.openPrepared(await prepare());
      const wanted = Math.ceil(kills / 2);
      let done = 0;
      try {
        for (let seed = firstSeed; done < wanted; seed += 1) {
          const plan = { seed, mostKills: wanted - done, isPatient: kills > 10 };
          const report = await new ChaosRun(arena, plan).run().catch((error: Error) => {
            throw new Error(`Again with GUILDLINE_CHAOS_SEED=${seed}: ${error.message}`);
          });
          done += report.kills;
          if (kills > 10) {
            process.stderr.write(`${database} ${seed} ${JSON.stringify(report)} ${done}\n`);
          }
        }
        expect(done).toBeGreaterThanOrEqual(wanted);
      } finally {
        await arena.close();
      }
    },
  );
});
