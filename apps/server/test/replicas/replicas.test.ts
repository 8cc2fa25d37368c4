import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';
import { findPostgres } from '../test-postgres.ts';

const postgres = await findPostgres();
afterAll(() => postgres?.stop());

const runCount = 30;
const target = { profile_id: 'default', guild_id: places.guild };

/** A lost creation is looked up when its request is dead, which takes a minute: only in the long version. */
const isLong = Number(process.env['GUILDLINE_CHAOS_KILLS'] ?? 10) > 10;

/** Four writes, all of them known by the run's number; in the long version with a creation. */
function stepsOf(run: number) {
  const { announcements: channel_id, guild } = places;
  const [begins, room, inRoom, ends] = marksOf(run);
  const send = (content = '', place: string = channel_id) => ({
    tool: 'messages_send',
    args: { channel_id: place, content },
  });
  const creation = { id: 'room', tool: 'channels_create', args: { guild_id: guild, name: room } };
  return isLong
    ? [send(begins), creation, send(inRoom, '{{room.id}}'), send(ends)]
    : [send(begins), send(room), send(inRoom), send(ends)];
}

function marksOf(run: number): string[] {
  return [`run ${run} begins`, `room-${run}`, `room of run ${run}`, `run ${run} ends`];
}

async function startRuns(servers: readonly KillableServer[]): Promise<string[]> {
  const runs = Array.from({ length: runCount }, (_, run) => run);
  return await Promise.all(
    runs.map(async (run) => {
      const server = servers[run % servers.length] as KillableServer;
      const args = { target, steps: stepsOf(run), idempotency_key: `run ${run}` };
      return String((await server.ask('workflow_start', args))['id']);
    }),
  );
}

async function statusesOf(server: KillableServer, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => server.ask('workflow_status', { id, target })));
  return found.map(({ status }) => String(status));
}

function countMarks(arena: Arena): Map<string, number> {
  const { messages, guilds } = arena.simulator.control.world();
  const channels = guilds.find(({ id }) => id === places.guild)?.channels ?? [];
  const counts = new Map<string, number>();
  for (const mark of [
    ...messages.map(({ content }) => content),
    ...channels.map(({ name }) => name ?? ''),
  ]) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

describe.skipIf(postgres === undefined)('three servers on one database', () => {
  test('complete thirty workflows, though one is killed and one is paused, and double nothing', {
    timeout: 240_000,
  }, async () => {
    const databaseUrl = (await postgres?.createDatabase()) ?? '';
    const arena = await Arena.open({ GUILDLINE_DATABASE_URL: databaseUrl });
    try {
      const named = (replica: string) => arena.start({ env: { GUILDLINE_REPLICA: replica } });
      const killed = await named('killed');
      const paused = await named('paused');
      const well = await named('well');
      // Every write takes a moment, so that the workflows are in the middle of their steps.
      const { control } = arena.simulator;
      control.inject({ method: 'POST', delay_ms: 150, delay: 'after', times: 1000 });
      const ids = await startRuns([killed, paused, well]);
      while (arena.countWrites() < runCount) await sleep(5);
      paused.signal('SIGSTOP');
      await killed.kill();
      expect(await statusesOf(well, ids)).toContain('running');
      control.clearFaults();

      // What the two have left is taken over; the paused one is back when that is under way.
      const isOver = (status: string) => status === 'completed';
      const completed = async () => (await statusesOf(well, ids)).filter(isOver).length;
      let isBack = false;
      for (;;) {
        const done = await completed();
        if (done === runCount) break;
        if (!isBack && done >= 25) {
          isBack = true;
          paused.signal('SIGCONT');
        }
        await sleep(200);
      }
      if (!isBack) paused.signal('SIGCONT');
      expect(new Set(await statusesOf(paused, ids))).toEqual(new Set(['completed']));
      const counts = countMarks(arena);
      const wrong = ids
        .flatMap((_id, run) => marksOf(run))
        .filter((mark) => counts.get(mark) !== 1);
      expect(wrong).toEqual([]);
    } finally {
      await arena.close();
    }
  });

  test('make one workflow of twenty starts with one key, however they arrive', {
    timeout: 120_000,
  }, async () => {
    const databaseUrl = (await postgres?.createDatabase()) ?? '';
    const arena = await Arena.open({ GUILDLINE_DATABASE_URL: databaseUrl });
    try {
      const one = await arena.start({ env: { GUILDLINE_REPLICA: 'one' } });
      const other = await arena.start({ env: { GUILDLINE_REPLICA: 'other' } });
      const args = { target, steps: stepsOf(0), idempotency_key: 'the only one' };
      const started = await Promise.all(
        Array.from({ length: 20 }, (_, turn) =>
          (turn % 2 === 0 ? one : other).ask('workflow_start', args),
        ),
      );
      const ids = [...new Set(started.map(({ id }) => String(id)))];
      expect(ids).toHaveLength(1);
      expect(await other.call('workflow_start', { ...args, steps: stepsOf(1) })).toMatchObject({
        ok: false,
        error: { code: 'WORKFLOW_KEY_CONFLICT', details: { id: ids[0] } },
      });
      while ((await statusesOf(other, ids))[0] !== 'completed') await sleep(100);
      expect(await one.ask('workflow_start', args)).toMatchObject({ status: 'completed' });
      const counts = countMarks(arena);
      expect(marksOf(0).map((mark) => counts.get(mark))).toEqual([1, 1, 1, 1]);
      expect(counts.get('run 1 begins')).toBeUndefined();
    } finally {
      await arena.close();
    }
  });
});
