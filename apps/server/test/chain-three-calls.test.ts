import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '@guildline/discord-simulator';
import { createSpecCheck } from '@guildline/discord-simulator/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { officeHours } from '../src/demo/office-hours.ts';
import { withoutEventPermissions } from '../src/demo/without-event-permissions.ts';
import { type AnyClient, connect } from './clients.ts';
import earlyAbort from './documents/chain-three-calls.early-abort.json' with { type: 'json' };
import request from './documents/chain-three-calls.request.json' with { type: 'json' };
import success from './documents/chain-three-calls.success.json' with { type: 'json' };

const spec = await createSpecCheck();
let simulator: Simulator;
let client: AnyClient;

beforeEach(async () => {
  simulator = await startSimulator({ limits: 'off', observe: spec.observe });
  simulator.control.setClock('2030-01-01T16:30:00.000Z');
  simulator.control.setNextIds(['888899990000111122', '333344445555666677']);
  client = await connect(['serve'], {
    DISCORD_TOKEN: simulator.token,
    DISCORD_API_URL: simulator.url,
  });
});
afterEach(async () => {
  await client.close();
  await simulator.close();
  expect(spec.violations()).toEqual([]);
});

interface Answer {
  steps: Record<string, unknown>[];
  variables: Record<string, Record<string, unknown>>;
  total_duration_ms: number;
  aborted: boolean;
}

async function runDocument(): Promise<Answer> {
  const result = await client.callTool(request);
  return result.structuredContent as unknown as Answer;
}

/** Durations differ from run to run: they are only held to be whole numbers. */
function withoutDurations(step: Record<string, unknown>): Record<string, unknown> {
  expect(step['duration_ms']).toEqual(expect.any(Number));
  return { ...step, duration_ms: 0 };
}

function withoutTimes(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/duration_ms":\d+/g, 'duration_ms":0'));
}

function takeEventPermissions(): void {
  simulator.control.load(withoutEventPermissions(simulator.control.world()));
  simulator.control.setClock('2030-01-01T16:30:00.000Z');
  simulator.control.setNextIds(['888899990000111122']);
}

/** The same keys in the same order, and the same values, as JSON text shows them. */
function expectSameText(actual: unknown, expected: unknown): void {
  expect(JSON.stringify(actual, null, 2)).toBe(JSON.stringify(expected, null, 2));
}

test('the document’s request is the one that the demo sends', () => {
  expect(request.arguments.steps).toEqual(officeHours);
});

test('the recipe in the docs shows this request and these answers', async () => {
  const recipe = readFileSync(
    join(import.meta.dirname, '../../../docs/recipes/chain-three-calls.md'),
    'utf8',
  );
  const fences = [...recipe.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
  const [shownRequest, shownSuccess, shownAbort] = fences.map((text) => JSON.parse(text) as object);
  expect(shownRequest).toEqual(request);
  expectSameText(withoutTimes(await runDocument()), withoutTimes(shownSuccess));
  takeEventPermissions();
  expectSameText(withoutTimes(await runDocument()), withoutTimes(shownAbort));
});

test('the document’s success is reproduced, key for key', async () => {
  const answer = await runDocument();
  expect(Object.keys(answer)).toEqual(Object.keys(success));
  expectSameText(answer.steps.map(withoutDurations), success.steps.map(withoutDurations));
  expect(Object.keys(answer.variables)).toEqual(Object.keys(success.variables));
  // The document shows a part of each variable, and has "May 1" where its own request says January 1.
  const shown = JSON.parse(
    JSON.stringify(success.variables).replace('May 1', 'January 1'),
  ) as Answer['variables'];
  expect(answer.variables).toMatchObject(shown);
  for (const step of answer.steps) {
    expect(answer.variables[step['id'] as string]).toEqual(step['result']);
  }
  expect(answer.aborted).toBe(false);
});

test('the document’s early abort is reproduced, key for key', async () => {
  takeEventPermissions();
  const answer = await runDocument();
  expect(Object.keys(answer)).toEqual(Object.keys(earlyAbort));
  const [announce, event, ...absent] = answer.steps.map(withoutDurations);
  const [shownAnnounce, shownEvent] = earlyAbort.steps.map(withoutDurations);
  // The document leaves the result of the first step out.
  expect(announce).toMatchObject(shownAnnounce ?? {});
  expect(announce?.['result']).toEqual(success.steps[0]?.result);
  expectSameText(event, shownEvent);
  expect(absent).toEqual([]);
  expect(answer.variables).toMatchObject(earlyAbort.variables);
  expect(Object.keys(answer.variables)).toEqual(['announce']);
  expect(answer.aborted).toBe(true);
});
