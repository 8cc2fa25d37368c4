import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';

const patient = 120_000;
const names = Array.from({ length: 30 }, (_, index) => `guest-${index}`);

/** Greets every guest and makes a table of the messages. */
const spec = {
  steps: [
    {
      resource: 'Inline',
      operation: 'read',
      operationSettings: { records: names.map((name) => ({ name })) },
    },
    {
      resource: 'Discord',
      operation: 'messages_send',
      operationSettings: { channel_id: places.announcements, content: 'Welcome, {{name}}.' },
      transform: 'RecordToRecord',
      transformSettings: { join: ['name'], pick: ['name', 'message_id'] },
    },
    { transform: 'RecordSetToCSVStringSet' },
  ],
  background: true,
};

let arena: Arena;

beforeAll(async () => {
  arena = await Arena.open();
}, patient);
afterAll(() => arena?.close());

function welcomed(): { readonly id: string; readonly content: string }[] {
  const { messages } = arena.simulator.control.world();
  return messages.filter(({ content }) => content.startsWith('Welcome, '));
}

async function until(isDone: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`It took too long: ${what}`);
    await sleep(20);
  }
}

async function untilEnded(server: KillableServer, runHandle: string) {
  let state: Readonly<Record<string, unknown>> = {};
  const isEnded = async () => {
    state = await server.ask('get_integration_run', { runHandle });
    return !['queued', 'running'].includes(String(state['status']));
  };
  await until(isEnded, 'the run does not end');
  return state;
}

test('a writing run whose server is killed goes on after the last finished record, and every row is there once', {
  timeout: patient,
}, async () => {
  const { control } = arena.simulator;
  let server = await arena.start();
  // The answer comes long after the message is there: the kill meets a write that was made.
  control.inject({ method: 'POST', delay_ms: 100, delay: 'after', times: 1000 });
  const started = await server.approve('pipeline_execute', spec);
  const runHandle = String(started['runHandle']);
  await until(() => welcomed().length >= 11, 'eleven messages');
  await server.kill();
  expect(welcomed().length).toBeLessThan(names.length);
  arena.pass(65_000);
  server = await arena.start();
  await server.listTools();
  const { status, summary, CSVFile, failed_records } = await untilEnded(server, runHandle);

  expect({ status, failed_records }).toEqual({ status: 'completed', failed_records: undefined });
  expect(summary).toEqual({
    stepCount: 3,
    recordsProcessed: names.length,
    truncated: false,
    rowCount: names.length,
  });
  expect(welcomed().map(({ content }) => content)).toEqual(
    names.map((name) => `Welcome, ${name}.`),
  );
  const rows = welcomed().map(({ id }, index) => `${names[index]},${id}`);
  expect(String(CSVFile).split('\r\n')).toEqual(['name,message_id', ...rows, '']);
  // No record that was finished before was worked on again: at most the request in flight was
  // made once more, under the same nonce.
  const posts = control.requests().filter(({ body }) => {
    const { content } = (body ?? {}) as { readonly content?: string };
    return content?.startsWith('Welcome, ');
  });
  expect(posts.length).toBeLessThanOrEqual(names.length + 1);
});
