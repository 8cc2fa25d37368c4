import type { Execute } from '@guildline/mcp-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { atRest, quickTiming, testEngine } from './engine-world.ts';
import { administer, hasPostgres, startPostgres } from './postgres.ts';
import { gate, until } from './until.ts';

const server = hasPostgres ? await startPostgres() : undefined;
afterAll(() => server?.stop());
const patient = { timeout: 60_000 };
let serial = 0;

async function openEngine(execute: Execute, databaseUrl?: string) {
  const url = databaseUrl ?? (await server?.createDatabase()) ?? '';
  const world = testEngine({
    folder: '/nowhere',
    databaseUrl: url,
    replica: 'r',
    timing: { ...quickTiming, lease: 600 },
    execute,
  });
  onTestFinished(() => world.engine.close());
  return { ...world, url };
}

function newRun() {
  serial += 1;
  const id = `wf_${serial.toString(16).padStart(32, '0')}`;
  return { id, kind: 'workflow', caller: 'alice', key: undefined, input: null };
}

describe.skipIf(!hasPostgres)('when the database fails', () => {
  test(
    'a lost connection costs a run nothing: its step is kept once the database is back',
    patient,
    async () => {
      const worked: number[] = [];
      const inStep = gate();
      const go = gate();
      const { engine, url } = await openEngine(async (execution) => {
        for (const step of [0, 1, 2]) {
          await execution.keep(step, `${step} work`, async () => {
            worked.push(step);
            if (step === 1) {
              inStep.open();
              await go.opened;
            }
            await execution.claim(step, 1);
            return step;
          });
        }
        return { status: 'completed', position: 3, note: null };
      });
      const { run } = await engine.start(newRun());
      await inStep.opened;
      const { pathname } = new URL(url);
      await administer(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${pathname.slice(1)}' and application_name like 'guildline%'`,
      );
      go.open();
      expect(await atRest(engine, run.id)).toMatchObject({ status: 'completed' });
      expect(worked).toEqual([0, 1, 2]);
    },
  );

  test('a statement that is refused ends the execution and not the run', patient, async () => {
    const earlier: unknown[] = [];
    let errors = 0;
    const { engine, url, reports } = await openEngine(async (execution) => {
      try {
        for (const step of [0, 1]) {
          await execution.keep(step, `${step} work`, async () => {
            if (step === 1) await execution.claim(step, 9);
            earlier.push(step);
            return step;
          });
        }
      } catch (error) {
        errors += 1;
        throw error;
      }
      return { status: 'completed', position: 2, note: null };
    });
    await engine.open();
    await administer(
      url,
      `create function guildline.refuse() returns trigger language plpgsql as
         $$ begin raise exception 'no claims today'; end $$;
       create trigger refuse before insert on guildline.run_claims
         execute function guildline.refuse();`,
    );
    const { run } = await engine.start(newRun());
    await until(async () => errors > 1);
    expect(await engine.find(run.id)).toMatchObject({ status: 'running', position: 1 });
    await administer(url, 'drop trigger refuse on guildline.run_claims');
    expect(await atRest(engine, run.id)).toMatchObject({ status: 'completed', position: 2 });
    expect(earlier).toEqual([0, 1]);
    expect(reports).toContain(`run ${run.id} is interrupted and taken up again: no claims today`);
  });

  test('a server that cannot be reached is named without the password', async () => {
    const { engine, reports } = await openEngine(
      async () => ({ status: 'completed', position: 0, note: null }),
      'postgres://someone:hunter2@127.0.0.1:1/somewhere?sslmode=disable',
    );
    const error = await engine.find('wf_1').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'WORKFLOW_UNAVAILABLE',
      retriable: true,
      message: expect.stringContaining('127.0.0.1:1/somewhere'),
    });
    expect(JSON.stringify([error, String(error), reports])).not.toContain('hunter2');
  });

  test('what is no URL of a database is refused without being repeated', async () => {
    for (const url of ['hunter2', 'mysql://a:hunter2@b/c', 'postgres:/\\hunter2@']) {
      const { engine } = await openEngine(
        async () => ({ status: 'completed', position: 0, note: null }),
        url,
      );
      const error = await engine.open().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'WORKFLOW_UNAVAILABLE' });
      expect(String(error)).not.toContain('hunter2');
    }
  });

  test('a role that may make no tables is told so', patient, async () => {
    const url = (await server?.createDatabase()) ?? '';
    const role = `reader_${Math.random().toString(16).slice(2)}`;
    await administer(url, `create role ${role} login password 'hunter2'`);
    const { pathname } = new URL(url);
    onTestFinished(async () => {
      await administer(url, `drop owned by ${role}; drop role ${role}`);
    });
    await administer(url, `revoke create on database ${pathname.slice(1)} from public`);
    const own = new URL(url);
    own.username = role;
    own.password = 'hunter2';
    const { engine } = await openEngine(
      async () => ({ status: 'completed', position: 0, note: null }),
      own.href,
    );
    await expect(engine.open()).rejects.toMatchObject({
      code: 'WORKFLOW_UNAVAILABLE',
      message: expect.stringMatching(/permission denied/),
    });
  });
});
