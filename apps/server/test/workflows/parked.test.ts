import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';
import { type Reference, startWorkflow, untilStatus } from './until-status.ts';

const target = { profile_id: 'default', guild_id: places.guild };
const patient = 180_000;

function stepsOf(name: string) {
  return [
    { id: 'room', tool: 'channels_create', args: { guild_id: places.guild, name } },
    { tool: 'messages_send', args: { channel_id: '{{room.id}}', content: `${name} is open` } },
  ];
}

let arena: Arena;
let server: KillableServer;
const parked: Reference[] = [];

/** Starts five workflows and kills the server while Discord holds the answers to their creations. */
async function loseFive(first: number): Promise<void> {
  const { control } = arena.simulator;
  control.clearRequests();
  control.inject({ method: 'POST', delay_ms: 60_000, delay: 'after', times: 5 });
  for (let number = first; number < first + 5; number += 1) {
    parked.push(await startWorkflow(server, target, stepsOf(`room-${number}`)));
  }
  const isMade = () => control.requests().filter(({ applied }) => applied).length === 5;
  while (!isMade()) await sleep(10);
  await server.kill();
  arena.pass(65_000);
  server = await arena.start();
}

beforeAll(async () => {
  arena = await Arena.open();
  // Without the audit log nobody can tell who made a channel.
  const path = `/guilds/${places.guild}/audit-logs`;
  arena.simulator.control.inject({ method: 'GET', path, status: 403, times: 1000 });
  server = await arena.start();
  await loseFive(0);
  await Promise.all(parked.map((one) => untilStatus(server, one, 'needs_review')));
  await loseFive(5);
}, patient);
afterAll(() => arena?.close());

function channelsNamed(wanted: string): string[] {
  const { guilds } = arena.simulator.control.world();
  const channels = guilds.find(({ id }) => id === places.guild)?.channels ?? [];
  return channels.filter(({ name }) => name === wanted).map(({ id }) => id);
}

test('ten workflows in review do not block an eleventh', { timeout: patient }, async () => {
  for (const one of parked) {
    const { failure } = await untilStatus(server, one, 'needs_review');
    expect(failure?.code).toBe('OUTCOME_UNKNOWN');
    expect(failure?.message).toContain('Step 1 (room, channels_create)');
  }
  const eleventh = await startWorkflow(server, target, stepsOf('room-10'));
  await untilStatus(server, eleventh, 'completed');
  expect(channelsNamed('room-10')).toHaveLength(1);
});

test('a verdict lets one of them go on, with what was found', { timeout: patient }, async () => {
  const [one] = parked;
  if (!one) throw new Error('Nothing is parked.');
  expect(await server.call('workflow_resume', { ...one })).toMatchObject({
    error: { code: 'WORKFLOW_VERDICT_REQUIRED' },
  });
  const [channel_id] = channelsNamed('room-0');
  const result = await server.ask('channels_get', { channel_id });
  const verdict = { step: 'room', outcome: 'applied', result };
  expect(await server.call('workflow_resume', { ...one, verdict })).toMatchObject({
    error: { code: 'CONFIRMATION_REQUIRED' },
  });
  await server.approve('workflow_resume', { ...one, verdict });
  await untilStatus(server, one, 'completed');
  expect(channelsNamed('room-0')).toHaveLength(1);
  const { messages } = arena.simulator.control.world();
  const sent = messages.filter(({ content }) => content === 'room-0 is open');
  expect(sent.map((message) => message.channel_id)).toEqual([channel_id]);
});

test('a cancellation ends one of them, and what it did stays', { timeout: patient }, async () => {
  const [, one] = parked;
  if (!one) throw new Error('Nothing is parked.');
  await server.ask('workflow_cancel', { ...one });
  await untilStatus(server, one, 'cancelled');
  expect(channelsNamed('room-1')).toHaveLength(1);
});
