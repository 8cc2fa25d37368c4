import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Arena } from '../chaos/arena.ts';
import { places } from '../chaos/chaos-steps.ts';
import type { KillableServer } from '../chaos/killable-server.ts';
import { type Reference, startWorkflow, untilStatus } from './until-status.ts';

const target = { profile_id: 'default', guild_id: places.guild };
const hour = 60 * 60 * 1000;
const patient = 120_000;

function send(content: string, id?: string) {
  const args = { channel_id: places.announcements, content };
  return { tool: 'messages_send', args, ...(id === undefined ? {} : { id }) };
}

let arena: Arena;
let server: KillableServer;
let asking: Reference;
let waiting: Reference;
let stopped: Reference;

beforeAll(async () => {
  arena = await Arena.open();
  server = await arena.start();
}, patient);
afterAll(() => arena?.close());

function contents(): string[] {
  return arena.simulator.control.world().messages.map(({ content }) => content);
}

function countOf(text: string): number {
  return contents().filter((content) => content.startsWith(text)).length;
}

async function untilSent(text: string, count: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (countOf(text) < count) {
    if (performance.now() > deadline) throw new Error(`${countOf(text)} of ${count}: ${text}`);
    await sleep(20);
  }
}

describe('a server that is stopped by SIGTERM', () => {
  test('in mid-run leaves nothing to review, and the next one goes on without being asked', {
    timeout: patient,
  }, async () => {
    const question = { question: 'Which day?', choices: ['Monday', 'Friday'] };
    asking = await startWorkflow(server, target, [
      { id: 'day', tool: 'workflow_ask', args: question },
      send('Office hours on {{day.answer}}'),
    ]);
    waiting = await startWorkflow(server, target, [
      send('before the hour'),
      { tool: 'workflow_wait', args: { seconds: 3600 } },
      send('after the hour'),
    ]);
    await untilStatus(server, asking, 'waiting');
    await untilStatus(server, waiting, 'waiting');
    arena.simulator.control.inject({ method: 'POST', delay_ms: 100, delay: 'after', times: 1000 });
    const steps = Array.from({ length: 30 }, (_, index) => send(`going on ${index}`));
    stopped = await startWorkflow(server, target, steps);
    await untilSent('going on', 7);
    await server.terminate();
    const sent = countOf('going on');
    expect(sent).toBeLessThan(30);
    arena.simulator.control.clearFaults();

    arena.pass(10_000);
    server = await arena.start({ isAgreeable: true });
    await server.listTools();
    await untilSent('going on', 30);
    expect(await untilStatus(server, stopped, 'completed')).toMatchObject({ completed_steps: 30 });
    expect(countOf('going on')).toBe(30);
    // No request was made again: none was lost.
    const posts = arena.simulator.control.requests().filter(({ body }) => {
      const { content } = (body ?? {}) as { content?: string };
      return content?.startsWith('going on');
    });
    expect(posts).toHaveLength(30);
  });

  test('keeps a wait, which ends when it is over', { timeout: patient }, async () => {
    expect(await untilStatus(server, waiting, 'waiting')).toMatchObject({ current_step: 2 });
    expect(countOf('after the hour')).toBe(0);
    await server.kill();
    arena.pass(hour);
    server = await arena.start({ isAgreeable: true });
    await server.listTools();
    await untilSent('after the hour', 1);
    await untilStatus(server, waiting, 'completed');
    expect(countOf('before the hour')).toBe(1);
  });

  test('keeps a question, which a person answers later', { timeout: patient }, async () => {
    await untilStatus(server, asking, 'waiting');
    const shown = await server.ask('workflow_result', { ...asking });
    expect(shown).toMatchObject({
      steps: [{ id: 'day', status: 'waiting', waiting: { choices: ['Monday', 'Friday'] } }],
    });
    const wrong = await server.call('workflow_answer', {
      ...asking,
      step: 'day',
      answer: 'Sunday',
    });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    await server.ask('workflow_answer', { ...asking, step: 'day', answer: 'Friday' });
    await untilStatus(server, asking, 'completed');
    expect(countOf('Office hours on Friday')).toBe(1);
    const again = await server.call('workflow_answer', {
      ...asking,
      step: 'day',
      answer: 'Monday',
    });
    expect(again).toMatchObject({ ok: false, error: { code: 'WORKFLOW_NOT_WAITING' } });
  });

  test('goes on with a pipeline that has become a workflow', { timeout: patient }, async () => {
    const configuration = join(arena.dataDirectory, 'promotion.yaml');
    await writeFile(configuration, 'workflows:\n  promote_pipelines_after_seconds: 1\n');
    await server.close();
    server = await arena.start({ env: { GUILDLINE_CONFIG: configuration } });
    arena.simulator.control.inject({ method: 'POST', delay_ms: 300, delay: 'after', times: 8 });
    const steps = Array.from({ length: 12 }, (_, index) => ({
      ...send(index === 0 ? 'long 0' : `long ${index} after {{s0.message_id}}`),
      id: `s${index}`,
    }));
    const { result } = await server.call('mcp_pipeline', { steps });
    const answered = result?.['steps'] as {
      status: string;
      error?: { code: string; message: string };
    }[];
    const last = answered.at(-1);
    expect(last?.error).toMatchObject({ code: 'PIPELINE_PROMOTED' });
    const done = answered.length - 1;
    expect(done).toBeGreaterThan(0);
    const id = /wf_[\da-f]{32}/.exec(last?.error?.message ?? '')?.[0] ?? '';
    const promoted = { id, target: { profile_id: 'default' } };
    await untilSent('long', done + 2);
    await server.kill();

    arena.pass(65_000);
    server = await arena.start();
    await server.listTools();
    expect(await untilStatus(server, promoted, 'completed')).toMatchObject({ completed_steps: 12 });
    const sent = contents().filter((content) => content.startsWith('long'));
    expect(sent).toHaveLength(12);
    expect(new Set(sent).size).toBe(12);
    const { steps: kept } = await server.ask('workflow_result', promoted);
    expect((kept as { status: string }[]).map(({ status }) => status)).toEqual(
      Array.from({ length: 12 }, () => 'success'),
    );
  });
});
