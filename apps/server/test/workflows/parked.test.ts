import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';
import { type Reference, startWorkflow, untilStatus } from './until-status.ts';

const target = { profile_id: 'default', guild_id: places.guild };
const patient = 180_000;
/** Text channels of the simulator's default world; each has a queue of its own at the client. */
const channels = [
  places.announcements,
  '222233334444555002',
  '222233334444555003',
  '222233334444555004',
  '222233334444555007',
] as const;

function stepsOf(number: number) {
  const channel_id = channels[number % channels.length];
  const content = `hook-${number} is there: {{hook.webhook_id}}`;
  return [
    { id: 'hook', tool: 'webhooks_create', args: { channel_id, name: `hook-${number}` } },
    { tool: 'messages_send', args: { channel_id: places.announcements, content } },
  ];
}

let arena: Arena;
let server: KillableServer;
const parked: Reference[] = [];

/** Starts five workflows, and kills the server while Discord holds the answers to their creations. */
async function loseFive(first: number): Promise<void> {
  const { control } = arena.simulator;
  control.clearRequests();
  control.inject({ method: 'POST', delay_ms: 50_000, delay: 'after', times: 5 });
  for (let number = first; number < first + 5; number += 1) {
    parked.push(await startWorkflow(server, target, stepsOf(number)));
  }
  const isMade = () => control.requests().filter(({ applied }) => applied).length === 5;
  while (!isMade()) await sleep(10);
  await server.kill();
  control.clearFaults();
  // Nobody can look them up.
  const path = '/channels/{channel_id}/webhooks';
  control.inject({ method: 'GET', path, status: 403, times: 1000 });
  arena.pass(65_000);
  server = await arena.start();
}

beforeAll(async () => {
  arena = await Arena.openPrepared();
  server = await arena.start();
  await loseFive(0);
  await Promise.all(parked.map((one) => untilStatus(server, one, 'needs_review')));
  await loseFive(5);
}, patient);
afterAll(() => arena?.close());

function hooksNamed(wanted: string): { readonly id: string; readonly channel_id: string }[] {
  const { webhooks } = arena.simulator.control.world();
  return webhooks.filter(({ name }) => name === wanted);
}

function one(number: number): Reference {
  const found = parked[number];
  if (!found) throw new Error(`Only ${parked.length} are parked.`);
  return found;
}

test('ten workflows in review do not block an eleventh', { timeout: patient }, async () => {
  for (const reference of parked) {
    const { failure } = await untilStatus(server, reference, 'needs_review');
    expect(failure?.code).toBe('OUTCOME_UNKNOWN');
    expect(failure?.message).toContain('Step 1 (hook, webhooks_create)');
  }
  expect(parked).toHaveLength(10);
  const eleventh = await startWorkflow(server, target, stepsOf(10));
  await untilStatus(server, eleventh, 'completed');
  expect(hooksNamed('hook-10')).toHaveLength(1);
});

test('a verdict lets one of them go on, with what was found', { timeout: patient }, async () => {
  expect(await server.call('workflow_resume', { ...one(0) })).toMatchObject({
    error: { code: 'WORKFLOW_VERDICT_REQUIRED' },
  });
  const [found] = hooksNamed('hook-0');
  const result = { webhook_id: found?.id, name: 'hook-0', channel_id: found?.channel_id };
  const verdict = { step: 'hook', outcome: 'applied', result };
  expect(await server.call('workflow_resume', { ...one(0), verdict })).toMatchObject({
    error: { code: 'CONFIRMATION_REQUIRED' },
  });
  await server.approve('workflow_resume', { ...one(0), verdict });
  await untilStatus(server, one(0), 'completed');
  expect(hooksNamed('hook-0')).toHaveLength(1);
  const sent = arena.simulator.control.world().messages.map(({ content }) => content);
  expect(sent).toContain(`hook-0 is there: ${found?.id}`);
});

test('a cancellation ends one of them, and what it did stays', { timeout: patient }, async () => {
  await server.ask('workflow_cancel', { ...one(1) });
  await untilStatus(server, one(1), 'cancelled');
  expect(hooksNamed('hook-1')).toHaveLength(1);
});
