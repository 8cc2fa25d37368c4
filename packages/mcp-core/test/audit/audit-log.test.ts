import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { verifyAuditLog } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import {
  auditKey,
  filesOf,
  linesOf,
  makeFolder,
  objectsIn,
  openLog,
  outcomeEvent,
  writeAll,
  writeLog,
} from './audit-fakes.ts';

let temporary: Awaited<ReturnType<typeof makeFolder>>;
let folder: string;
beforeEach(async () => {
  temporary = await makeFolder();
  folder = join(temporary.path, 'deep', 'audit');
});
afterEach(() => temporary.remove());

function numbered(count: number) {
  return Array.from({ length: count }, (_, index) => outcomeEvent(index));
}

test('nothing is on the disk, and no key is asked for, before the first event', async () => {
  let asked = 0;
  const key = async () => {
    asked += 1;
    return auditKey;
  };
  const log = openLog(folder, { key });
  await log.close();
  expect(await readdir(temporary.path)).toEqual([]);
  expect(asked).toBe(0);
});

test('each event is a line with its chain, number and code, after one that says what was there', async () => {
  await writeLog(folder, 3);
  const [start, ...events] = await objectsIn(folder);
  expect(start).toMatchObject({ seq: 1, phase: 'start', seen: [] });
  expect(events).toMatchObject([
    { seq: 2, phase: 'outcome', call_id: 'call-0', mac: expect.stringMatching(/^[\w-]{43}$/) },
    { seq: 3, call_id: 'call-1', chain: start?.['chain'] },
    { seq: 4, call_id: 'call-2' },
  ]);
  expect(start?.['chain']).toMatch(/^20300101T000000000Z-[0-9a-f]{16}$/);
});

test('folder, files and head can be read by their owner only', async () => {
  const { files, head } = await writeLog(folder, 1);
  for (const path of [folder, head, ...files]) {
    expect((await stat(path)).mode & 0o077).toBe(0);
  }
});

test('events keep their order however many are written at once', async () => {
  const log = openLog(folder);
  await Promise.all(numbered(1000).map((event) => log.write(event)));
  await log.close();
  const [, ...events] = await objectsIn(folder);
  expect(events.map((event) => event['duration_ms'])).toEqual([...Array(1000).keys()]);
  expect((await verifyAuditLog(folder, auditKey)).ok).toBe(true);
});

test('an event that is changed after it was handed over is written as it was', async () => {
  const log = openLog(folder);
  const event = { ...outcomeEvent(1), tool: 'notes_post' };
  const written = log.write(event);
  event.tool = 'notes_delete';
  await written;
  await log.close();
  expect((await objectsIn(folder))[1]).toMatchObject({ tool: 'notes_post' });
});

test('a file that has grown to its size is followed by another of the same chain', async () => {
  const { files } = await writeLog(folder, 40, { maximumBytes: 2000 });
  expect(files.length).toBeGreaterThan(4);
  for (const file of files.slice(0, -1)) {
    expect((await stat(file)).size).toBeGreaterThanOrEqual(2000);
  }
  const objects = await objectsIn(folder);
  expect(objects.map((object) => object['seq'])).toEqual([...Array(41).keys()].map((n) => n + 1));
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: true,
    chains: [{ events: 40, files: files.length, closed: true }],
  });
});

test('only as many files are kept as wanted, and those that went are not missed', async () => {
  const { files } = await writeLog(folder, 60, { maximumBytes: 2000, keepFiles: 2 });
  expect(files).toHaveLength(2);
  expect(files[0]).not.toContain('.1.jsonl');
  const report = await verifyAuditLog(folder, auditKey);
  expect(report).toMatchObject({ ok: true, chains: [{ files: 2 }] });
  expect(report.chains[0]?.events).toBeLessThan(60);
});

test('two processes share a folder, each with a chain of its own', async () => {
  const logs = [openLog(folder), openLog(folder)];
  await Promise.all(logs.map((log) => writeAll(log, numbered(50))));
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: true,
    chains: [
      { events: 50, closed: false },
      { events: 50, closed: false },
    ],
  });
  await Promise.all(logs.map((log) => log.close()));
  expect((await verifyAuditLog(folder, auditKey)).chains.map(({ closed }) => closed)).toEqual([
    true,
    true,
  ]);
});

test('an event after the end begins a chain of its own', async () => {
  const log = openLog(folder);
  await log.write(outcomeEvent(1));
  await log.close();
  await log.write(outcomeEvent(2));
  await log.close();
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: true,
    chains: [{ events: 1 }, { events: 1 }],
  });
});

test('the head follows the lines by itself', async () => {
  const log = openLog(folder, { headInterval: 1 });
  await writeAll(log, numbered(5));
  const { head } = await filesOf(folder);
  await vi.waitFor(async () =>
    expect(JSON.parse(await readFile(head, 'utf8'))).toMatchObject({ seq: 6, closed: false }),
  );
  expect((await verifyAuditLog(folder, auditKey)).chains).toMatchObject([
    { events: 5, unsealed: 0 },
  ]);
  await log.close();
});

test('after many lines the head follows without waiting', async () => {
  const log = openLog(folder);
  await Promise.all(numbered(1500).map((event) => log.write(event)));
  const { head } = await filesOf(folder);
  await vi.waitFor(async () => {
    const { seq } = JSON.parse(await readFile(head, 'utf8')) as { seq: number };
    expect(seq).toBeGreaterThan(999);
  });
  await log.close();
});

test('until the head follows, the newest events are reported as unsealed', async () => {
  const log = openLog(folder);
  await writeAll(log, numbered(5));
  expect((await verifyAuditLog(folder, auditKey)).chains).toMatchObject([
    { events: 5, unsealed: 6, closed: false },
  ]);
  await log.close();
});

test('no draft of a head is left behind', async () => {
  await writeLog(folder, 30, { maximumBytes: 2000 });
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('events that wait for the disk are written all the same', async () => {
  await writeLog(folder, 3, { flushIntents: true });
  expect((await verifyAuditLog(folder, auditKey)).chains).toMatchObject([{ events: 3 }]);
});

test('a file that is removed while it is written is noticed, told and followed by another', async () => {
  const told: string[] = [];
  const log = openLog(folder, { headInterval: 1, report: (message) => told.push(message) });
  await log.write(outcomeEvent(1));
  const [file = ''] = (await filesOf(folder)).files;
  await rm(file);
  await log.write(outcomeEvent(2));
  await vi.waitFor(() => expect(told[0]).toContain('was removed or replaced'));
  await log.write(outcomeEvent(3));
  await log.close();
  const { files } = await filesOf(folder);
  expect(files.map((path) => path.at(-7))).toEqual(['2']);
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: false,
    chains: [{ problem: { kind: 'missing-file' } }],
  });
});

test('a folder that is removed while it is written is made again, and what was in it is missed', async () => {
  const log = openLog(folder, { headInterval: 1 });
  await log.write(outcomeEvent(1));
  // The head of the log may be written just now, which a removal has to bear.
  await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 10 });
  await log.write(outcomeEvent(2));
  await vi.waitFor(async () => {
    await log.write(outcomeEvent(3));
    expect(await readdir(folder)).toHaveLength(2);
  });
  await log.close();
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: false,
    chains: [{ problem: { kind: 'missing-file' } }],
  });
});

test('what else lies in the folder is left alone', async () => {
  await writeLog(folder, 1);
  for (const name of ['audit.jsonl', 'audit-x.1.jsonl', 'notes.txt']) {
    await writeFile(join(folder, name), 'not ours\n');
  }
  await writeLog(folder, 1, { clock: movedClock() });
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: true,
    chains: [{ events: 1 }, { events: 1 }],
  });
});

test('a key that is too short is refused with the reason', async () => {
  const log = openLog(folder, { key: async () => new Uint8Array(8) });
  await expect(log.write(outcomeEvent(1))).rejects.toThrow('shorter than 32 bytes');
});

test('lines stay apart whatever an event holds', async () => {
  const log = openLog(folder);
  const caller = 'a\nb\r\u2028\u0000"},{"mac":"x"}';
  await log.write(outcomeEvent(1, { caller }));
  await log.close();
  const { files } = await filesOf(folder);
  expect(await linesOf(files[0] ?? '')).toHaveLength(2);
  expect((await objectsIn(folder))[1]).toMatchObject({ caller });
  expect((await verifyAuditLog(folder, auditKey)).ok).toBe(true);
});

function movedClock(): ManualClock {
  const clock = new ManualClock();
  clock.advance(60_000);
  return clock;
}
