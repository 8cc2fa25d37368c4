import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAuditLog } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import {
  auditKey,
  filesOf,
  makeFolder,
  openLog,
  outcomeEvent,
  writeAll,
  writeLog,
} from './audit-fakes.ts';

let temporary: Awaited<ReturnType<typeof makeFolder>>;
let count = 0;
beforeAll(async () => {
  temporary = await makeFolder();
});
afterAll(() => temporary.remove());

async function freshFolder(): Promise<string> {
  count += 1;
  const path = join(temporary.path, String(count));
  await mkdir(path);
  return path;
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const anyEvent = fc
  .record({
    tool: anyText,
    caller: anyText,
    target: fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText, { maxLength: 3 }))),
    arguments: fc.jsonValue({ maxDepth: 2 }),
    code: anyText,
  })
  .map((fields) => outcomeEvent(1, fields));

test('whatever is written, by however many processes and in files of any size, verifies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyEvent, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      fc.boolean(),
      async (processes, maximumBytes, keepFiles, endsInOrder) => {
        const folder = await freshFolder();
        const logs = processes.map(() => openLog(folder, { maximumBytes, keepFiles }));
        await Promise.all(logs.map((log, at) => writeAll(log, processes[at] ?? [])));
        if (!endsInOrder)
          expect(await verifyAuditLog(folder, auditKey)).toMatchObject({ ok: true });
        await Promise.all(logs.map((log) => log.close()));
        const report = await verifyAuditLog(folder, auditKey);
        expect(report.ok).toBe(true);
        expect(report.chains).toHaveLength(processes.filter(({ length }) => length > 0).length);
        if (keepFiles === undefined) {
          const events = report.chains.reduce((sum, chain) => sum + chain.events, 0);
          expect(events).toBe(processes.flat().length);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('any byte of a finished log that is changed, added or removed is found', async () => {
  const folder = await freshFolder();
  const clock = new ManualClock();
  await writeLog(folder, 4, { clock, maximumBytes: 1500 });
  clock.advance(1000);
  await writeLog(folder, 1, { clock });
  const names = (await readdir(folder)).sort();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change', 'add', 'remove', 'truncate'),
      async (name, where, byte, kind) => {
        const path = join(folder, name);
        const original = await readFile(path);
        const places = kind === 'add' ? original.length + 1 : original.length;
        const at = Math.floor(where * places);
        await writeFile(path, tamper(original, at, byte, kind));
        const { ok } = await verifyAuditLog(folder, auditKey);
        await writeFile(path, original);
        expect(ok).toBe(false);
      },
    ),
    { numRuns: 100 },
  );
  expect((await verifyAuditLog(folder, auditKey)).ok).toBe(true);
});

function tamper(original: Buffer, at: number, byte: number, kind: string): Buffer {
  const before = original.subarray(0, at);
  const current = original[at] ?? 0;
  switch (kind) {
    case 'change':
      return Buffer.concat([before, Buffer.of(current ^ byte), original.subarray(at + 1)]);
    case 'add':
      return Buffer.concat([before, Buffer.of(byte), original.subarray(at)]);
    case 'remove':
      return Buffer.concat([before, original.subarray(at + 1)]);
    default:
      return before;
  }
}

test('wherever the death of a process breaks its file off, what was whole before still verifies', async () => {
  const folder = await freshFolder();
  const log = openLog(folder);
  await writeAll(
    log,
    Array.from({ length: 8 }, (_, index) => outcomeEvent(index)),
  );
  const [path = ''] = (await filesOf(folder)).files;
  const whole = await readFile(path);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
      await truncate(path, length);
      const { ok, chains } = await verifyAuditLog(folder, auditKey);
      await writeFile(path, whole);
      const left = whole.subarray(0, length);
      const lines = left.toString('utf8').split('\n').length - 1;
      expect({ ok, torn: chains[0]?.torn, events: chains[0]?.events }).toEqual({
        ok: true,
        torn: length > 0 && left.at(-1) !== 0x0a,
        events: Math.max(0, lines - 1),
      });
    }),
    { numRuns: 60 },
  );
  await log.close();
});
