import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { CHANNEL, NOON, startHarness } from '../harness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const POST = `POST /channels/${CHANNEL.general}/messages`;

test('a simulator that is started again goes on where the last one stopped', async () => {
  const snapshotFile = join(folder, 'world.json');
  const first = await startHarness({ snapshotFile });
  const body = { content: 'kept', nonce: 'n', enforce_nonce: true };
  const sent = await first.succeed(POST, body);
  await first.succeed(`POST /channels/${CHANNEL.general}/webhooks`, { name: 'Feed' });
  const before = first.simulator.control.world();
  await first.close();

  const second = await startHarness({ snapshotFile });
  expect(second.simulator.control.world()).toEqual(before);
  expect((await second.succeed(POST, body)).id).toBe(sent.id);
  const next = await second.succeed(POST, { content: 'new' });
  expect(BigInt(next.id)).toBeGreaterThan(BigInt(sent.id));
  await second.close();
});

test('the file is written with every change, whole, and by no reading', async () => {
  const snapshotFile = join(folder, 'world.json');
  const harness = await startHarness({ snapshotFile });
  await harness.succeed('GET /users/@me');
  expect(readdirSync(folder)).toEqual([]);
  await harness.succeed(POST, { content: 'on disk' });
  expect(readdirSync(folder)).toEqual(['world.json']);
  expect(JSON.parse(readFileSync(snapshotFile, 'utf8'))).toEqual(harness.simulator.control.world());
  harness.simulator.control.reset();
  harness.simulator.control.setClock(NOON);
  expect(readFileSync(snapshotFile, 'utf8')).not.toContain('on disk');
  await harness.close();
});

test('a change whose answer is dropped is on disk', async () => {
  const snapshotFile = join(folder, 'world.json');
  const harness = await startHarness({ snapshotFile });
  harness.simulator.control.inject({ drop: 'after' });
  await expect(harness.call(POST, { content: 'lost answer' })).rejects.toThrow();
  expect(readFileSync(snapshotFile, 'utf8')).toContain('lost answer');
  await harness.close();
});

test('a broken file is told and left alone', async () => {
  const snapshotFile = join(folder, 'world.json');
  writeFileSync(snapshotFile, '{');
  await expect(startSimulator({ snapshotFile })).rejects.toThrow('is not JSON');
  expect(readFileSync(snapshotFile, 'utf8')).toBe('{');
});
