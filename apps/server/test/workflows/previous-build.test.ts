import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';
import { findPostgres, query } from '../test-postgres.ts';
import { type Reference, startWorkflow, untilStatus } from './until-status.ts';

/**
 * A database as a build has left it whose process was killed: one workflow in the middle of a call,
 * one that waits for a time, one for a person, one that has completed. Written anew (with
 * `GUILDLINE_STORE_RUNS=1`) only beside the old ones, never over them: they have to finish for ever.
 */
const stored = join(import.meta.dirname, 'stored-runs');
const databases = readdirSync(stored).filter((name) => name.endsWith('.sql'));

const postgres = await findPostgres();
afterAll(() => postgres?.stop());

const target = { profile_id: 'default', guild_id: places.guild };
const hour = 60 * 60 * 1000;

function send(content: string) {
  return { tool: 'messages_send', args: { channel_id: places.announcements, content } };
}

const workflows = {
  killed: Array.from({ length: 6 }, (_, index) => send(`stored ${index}`)),
  waits: [{ tool: 'workflow_wait', args: { seconds: 3600 } }, send('stored wait is over')],
  asks: [
    { id: 'asks', tool: 'workflow_ask', args: { question: 'Go on?' } },
    send('stored answer: {{asks.answer}}'),
  ],
  done: [send('stored and done')],
} as const;

/** Makes a run of each kind and kills the server while the fourth message of one is under way. */
async function leaveRuns(arena: Arena): Promise<void> {
  const { control } = arena.simulator;
  const server = await arena.start({ env: { GUILDLINE_REPLICA: 'previous' } });
  const begin = (name: keyof typeof workflows) =>
    startWorkflow(server, target, workflows[name], { idempotency_key: name });
  await untilStatus(server, await begin('done'), 'completed');
  await untilStatus(server, await begin('waits'), 'waiting');
  await untilStatus(server, await begin('asks'), 'waiting');
  control.inject({ method: 'POST', times: 3, delay_ms: 1 });
  control.inject({ method: 'POST', times: 1, delay_ms: 30_000, delay: 'after' });
  await begin('killed');
  const isUnderWay = () => control.world().messages.some(({ content }) => content === 'stored 3');
  while (!isUnderWay()) await sleep(5);
  await server.kill();
}

async function dump(url: string): Promise<string> {
  const programs = '/usr/lib/postgresql';
  const newest = readdirSync(programs).sort().at(-1) ?? '';
  const { stdout } = await promisify(execFile)(
    join(programs, newest, 'bin/pg_dump'),
    ['--schema=guildline', '--inserts', '--no-owner', '--no-privileges', '--no-comments', url],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  // What only psql understands, what a session keeps, and what a newer server has.
  const isStatement = (line: string) => !/^(?:\\|--|SET |SELECT pg_catalog\.set_config)/.test(line);
  return stdout
    .split('\n')
    .filter(isStatement)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

describe.skipIf(postgres === undefined)('runs that another build has left', () => {
  test.runIf(process.env['GUILDLINE_STORE_RUNS'] !== undefined)(
    'are stored as a new file',
    { timeout: 120_000 },
    async () => {
      const url = (await postgres?.createDatabase()) ?? '';
      const arena = await Arena.open({ GUILDLINE_DATABASE_URL: url });
      try {
        await leaveRuns(arena);
        const { version } = JSON.parse(
          await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'),
        ) as { version: string };
        const day = new Date().toISOString().slice(0, 10);
        await writeFile(join(stored, `${day}-${version}.sql`), `${await dump(url)}\n`);
      } finally {
        await arena.close();
      }
    },
  );

  test.each(databases)('finish under this one: %s', { timeout: 120_000 }, async (name) => {
    const url = (await postgres?.createDatabase()) ?? '';
    await query(url, await readFile(join(stored, name), 'utf8'));
    const arena = await Arena.open({ GUILDLINE_DATABASE_URL: url });
    try {
      const written = Date.parse(name.slice(0, 10));
      arena.pass(Math.max(0, written + 26 * hour - Date.now()));
      const server = await arena.start({
        isAgreeable: true,
        env: { GUILDLINE_REPLICA: 'next' },
      });
      await finish(server, arena);
    } finally {
      await arena.close();
    }
  });
});

async function finish(server: KillableServer, arena: Arena): Promise<void> {
  const find = async (name: keyof typeof workflows): Promise<Reference> =>
    startWorkflow(server, target, workflows[name], { idempotency_key: name });
  const killed = await find('killed');
  const waits = await find('waits');
  const asks = await find('asks');
  expect(await untilStatus(server, await find('done'), 'completed')).toMatchObject({
    completed_steps: 1,
  });
  await untilStatus(server, asks, 'waiting');
  await server.ask('workflow_answer', { ...asks, step: 'asks', answer: 'yes' });
  for (const one of [killed, waits, asks]) await untilStatus(server, one, 'completed');
  const sent = arena.simulator.control
    .world()
    .messages.map(({ content }) => content)
    .filter((content) => content.startsWith('stored'));
  // The first three and the completed one were sent by the other build. What had become of the fourth
  // is looked up, and in this world it is not there.
  const wanted = ['stored 3', 'stored 4', 'stored 5', 'stored wait is over', 'stored answer: yes'];
  expect(sent.sort()).toEqual(wanted.sort());
}
