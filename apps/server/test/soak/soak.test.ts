import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditEvent, readAuditLog, verifyAuditLog } from '@guildline/mcp-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arena, openArena } from './arena.ts';
import { checkCall, checkComposers, isMaker } from './check-calls.ts';
import { checkWorld } from './check-world.ts';
import { runSoak, type Soaked } from './run-soak.ts';
import { type ToldCall, tellCalls } from './told-calls.ts';
import { writingTools } from './writing-calls.ts';

/** Set it to any whole number to make other calls. */
const seed = Number(process.env['GUILDLINE_SOAK_SEED'] ?? 20_261_130);
const wanted = Number(process.env['GUILDLINE_SOAK_CALLS'] ?? 5000);
const hint = `Run again with GUILDLINE_SOAK_SEED=${seed}.`;

let arena: Arena;
let soaked: Soaked;
let calls: ToldCall[];
const events: AuditEvent[] = [];
const problems: string[] = [];

beforeAll(async () => {
  arena = await openArena();
  const before = arena.simulator.control.world();
  soaked = await runSoak(arena, seed, wanted);
  await arena.closeServer();
  const folder = join(arena.dataDirectory, 'audit');
  for await (const { event } of readAuditLog(folder)) events.push(event);
  calls = tellCalls(events, soaked.writes, problems);
  problems.push(...checkWorld(before, arena.simulator.control.world(), calls));
}, 120_000);
afterAll(() => arena?.close());

function countOf(outcome: string): number {
  return calls.filter((call) => call.outcome.outcome === outcome).length;
}

test('every effect has one event, and every new or missing thing in the world a call', () => {
  expect(problems.slice(0, 20), hint).toEqual([]);
  expect(soaked.calls).toBeGreaterThanOrEqual(wanted);
});

test('every applied call has its effect once, and no effect is of a call that was not applied', () => {
  const wrong = calls
    .filter(({ outcome }) => outcome.outcome !== 'unknown')
    .flatMap((call) => checkCall(call, soaked.givenUp) ?? []);
  expect(wrong.slice(0, 20), hint).toEqual([]);
  expect(countOf('applied'), hint).toBeGreaterThan(wanted / 5);
  expect(countOf('not_applied'), hint).toBeGreaterThan(0);
});

test('every unknown call met a fault that leaves it open, and was not done twice', () => {
  const wrong = calls
    .filter(({ outcome }) => outcome.outcome === 'unknown')
    .flatMap((call) => checkCall(call, soaked.givenUp) ?? []);
  expect(wrong.slice(0, 20), hint).toEqual([]);
  expect(countOf('unknown'), hint).toBeGreaterThan(0);
});

test('every writing tool took part, and was applied', () => {
  const applied = new Set(
    calls.filter(({ effects }) => effects.length > 0).map(({ outcome }) => outcome.tool),
  );
  expect([...applied].sort(), hint).toEqual([...writingTools].sort());
  expect(calls.some((call) => isMaker(call) && call.outcome.outcome === 'unknown')).toBe(true);
});

test('the counts of every pipeline are those of its steps', () => {
  expect(checkComposers(events).slice(0, 20), hint).toEqual([]);
});

test('the log is whole', async () => {
  const key = await readFile(join(arena.dataDirectory, 'audit.key'));
  const report = await verifyAuditLog(join(arena.dataDirectory, 'audit'), key);
  expect(report).toMatchObject({ ok: true, chains: [{ closed: true, lost: 0 }] });
});
