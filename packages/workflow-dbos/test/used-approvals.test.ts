import { afterEach, describe, expect, test } from 'vitest';
import { createDbosEngine, type DbosEngine } from '../src/index.ts';
import { ManualClock } from './manual-clock.ts';
import { hasPostgres, startPostgres } from './postgres.ts';
import { folderWithDatabase } from './test-folder.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const clock = new ManualClock();
const soon = () => clock.now() + 600_000;

/** An engine that executes nothing. */
function look(place: { folder: string; databaseUrl?: string | undefined }): DbosEngine {
  const engine = createDbosEngine({
    ...place,
    execute: () => Promise.reject(new Error('Nothing is executed here.')),
    clock,
    report: () => undefined,
    work: false,
  });
  opened.push(() => engine.close());
  return engine;
}

test('an approval can be used once, also after a restart', async () => {
  const folder = await folderWithDatabase();
  const first = look({ folder });
  expect(await first.usedApprovals.use('one', soon())).toBe(true);
  expect(await first.usedApprovals.use('one', soon())).toBe(false);
  await first.close();
  const second = look({ folder });
  expect(await second.usedApprovals.use('one', soon())).toBe(false);
  expect(await second.usedApprovals.use('two', soon())).toBe(true);
});

test('a mark is forgotten a day after its approval has expired', async () => {
  const folder = await folderWithDatabase();
  const engine = look({ folder });
  expect(await engine.usedApprovals.use('one', soon())).toBe(true);
  clock.advance(24 * 60 * 60 * 1000);
  expect(await engine.usedApprovals.use('one', soon())).toBe(false);
  clock.advance(600_001);
  expect(await engine.usedApprovals.use('one', soon())).toBe(true);
});

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  test('of servers that use one approval at the same time, one may', async () => {
    const server = await startPostgres();
    opened.push(() => server.stop());
    const databaseUrl = await server.createDatabase();
    const servers = [1, 2, 3].map(() => look({ folder: '/nowhere', databaseUrl }));
    await servers[0]?.usedApprovals.use('first', soon());
    const answers = await Promise.all(
      servers.map((engine) => engine.usedApprovals.use('one', soon())),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
  });
});
