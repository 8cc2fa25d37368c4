import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditFilter,
  type AuditReading,
  readAuditLog,
  type SkippedLine,
} from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import { filesOf, makeFolder, openLog, outcomeEvent, writeAll, writeLog } from './audit-fakes.ts';

let temporary: Awaited<ReturnType<typeof makeFolder>>;
let folder: string;
beforeEach(async () => {
  temporary = await makeFolder();
  folder = temporary.path;
});
afterEach(() => temporary.remove());

async function read(reading: AuditReading = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of readAuditLog(folder, reading)) entries.push(entry);
  return entries;
}

async function callsOf(reading: AuditReading = {}): Promise<string[]> {
  return (await read(reading)).map(({ event }) => event.call_id);
}

test('the events of all chains and files come in the order of time', async () => {
  const clock = new ManualClock();
  const logs = [openLog(folder, { clock, maximumBytes: 1000 })];
  for (let index = 0; index < 60; index += 1) {
    if (index % 20 === 0) {
      clock.advance(10);
      logs.push(openLog(folder, { clock, maximumBytes: 1000 }));
    }
    await logs[index % logs.length]?.write(outcomeEvent(index));
  }
  await Promise.all(logs.map((log) => log.close()));
  expect(await callsOf()).toEqual([...Array(60).keys()].map((index) => `call-${index}`));
});

test('a chain that began much later is not opened before its time', async () => {
  const clock = new ManualClock();
  await writeLog(folder, 2, { clock });
  clock.advance(24 * 60 * 60 * 1000);
  const log = openLog(folder, { clock });
  await log.write(outcomeEvent(24 * 60 * 60 * 1000));
  await log.close();
  expect(await callsOf()).toEqual(['call-0', 'call-1', 'call-86400000']);
});

test('an entry says where it stands, and its event has no key of the chain', async () => {
  await writeLog(folder, 1);
  const [entry] = await read();
  expect(entry).toEqual({
    chain: expect.stringMatching(/^20300101T/),
    seq: 2,
    file: expect.stringMatching(/^audit-20300101T.*\.1\.jsonl$/),
    event: outcomeEvent(0),
  });
});

describe('a filter', () => {
  const { outcome: _o, duration_ms: _d, ...intent } = outcomeEvent(0);
  const events: AuditEvent[] = [
    { ...intent, phase: 'intent', call_id: 'intent' },
    outcomeEvent(1, { call_id: 'ban', tool: 'members_ban', target: { user_ids: ['7', '8'] } }),
    outcomeEvent(2, { call_id: 'bob', caller: 'bob', outcome: 'unknown' }),
    outcomeEvent(3, { call_id: 'made', made: { message_id: '900' }, trace_id: 'T' }),
    outcomeEvent(4, { call_id: 'refused', outcome: 'not_applied', code: 'READ_ONLY' }),
  ];
  const at = (number: number) => Date.UTC(2030, 0, 1) + number;
  const cases: readonly (readonly [AuditFilter, string[]])[] = [
    [{}, ['intent', 'ban', 'bob', 'made', 'refused']],
    [{ phase: 'intent' }, ['intent']],
    [{ phase: 'outcome', caller: 'bob' }, ['bob']],
    [{ tool: 'members_ban' }, ['ban']],
    [{ caller: 'bob' }, ['bob']],
    [{ outcome: 'applied' }, ['ban', 'made']],
    [{ outcome: 'unknown' }, ['bob']],
    [{ outcome: 'not_applied' }, ['refused']],
    [{ target: '8' }, ['ban']],
    [{ target: '900' }, ['made']],
    [{ target: '9' }, []],
    [{ trace: 'T' }, ['made']],
    [{ since: at(3) }, ['made', 'refused']],
    [{ until: at(2) }, ['intent', 'ban']],
    [{ since: at(1), until: at(3), caller: 'alice' }, ['ban']],
  ];

  test.each(cases)('of %j lets pass what it says', async (filter, expected) => {
    const log = openLog(folder);
    await writeAll(log, events);
    await log.close();
    expect(await callsOf(filter)).toEqual(expected);
  });
});

test('a line that is no event is passed over and reported', async () => {
  const { files } = await writeLog(folder, 2);
  await appendFile(files[0] ?? '', 'what is this\n{"phase":"outcome"}\n');
  const skipped: SkippedLine[] = [];
  expect(await callsOf({ onSkipped: (line) => skipped.push(line) })).toEqual(['call-0', 'call-1']);
  expect(skipped.map(({ line }) => line)).toEqual([4, 5]);
});

test('a folder that is not there holds nothing', async () => {
  folder = join(folder, 'none');
  expect(await read()).toEqual([]);
});

describe('following', () => {
  /** Reads until so many events have come, then stops. */
  async function take(count: number, reading: AuditReading = {}, onEvent?: (n: number) => unknown) {
    const stop = new AbortController();
    const calls: string[] = [];
    for await (const { event } of readAuditLog(folder, { follow: stop.signal, ...reading })) {
      calls.push(event.call_id);
      if (calls.length === count) stop.abort();
      else await onEvent?.(calls.length);
    }
    return calls;
  }

  test('gives what is written meanwhile, also to new files and by new processes', async () => {
    const log = openLog(folder, { maximumBytes: 600 });
    const other = openLog(folder);
    await log.write(outcomeEvent(0));
    const calls = await take(6, {}, async (count) => {
      await (count === 3 ? other : log).write(outcomeEvent(count));
    });
    expect(calls).toEqual([...Array(6).keys()].map((index) => `call-${index}`));
    await Promise.all([log.close(), other.close()]);
  });

  test('works where a folder cannot be watched, as one that is not there yet', async () => {
    folder = join(folder, 'later');
    const log = openLog(folder);
    const taken = take(2, { interval: 1 });
    await writeAll(log, [outcomeEvent(0), outcomeEvent(1)]);
    expect(await taken).toEqual(['call-0', 'call-1']);
    await log.close();
  });

  test('gives a line only once it is whole', async () => {
    const log = openLog(folder);
    await writeAll(log, [outcomeEvent(0), outcomeEvent(1)]);
    await log.close();
    const [path = ''] = (await filesOf(folder)).files;
    const lines = await readFile(path);
    await writeFile(path, lines.subarray(0, -50));
    const calls = await take(2, { interval: 1 }, () => appendFile(path, lines.subarray(-50)));
    expect(calls).toEqual(['call-0', 'call-1']);
  });

  test('ends at once when it is stopped while nothing happens', async () => {
    await writeLog(folder, 1);
    const stop = new AbortController();
    const reading = readAuditLog(folder, { follow: stop.signal, interval: 2 ** 30 });
    expect((await reading.next()).value?.event.call_id).toBe('call-0');
    const end = reading.next();
    stop.abort();
    expect(await end).toEqual({ value: undefined, done: true });
  });

  test('that was stopped before it began ends with what is there', async () => {
    await writeLog(folder, 1);
    expect(await callsOf({ follow: AbortSignal.abort() })).toEqual(['call-0']);
  });
});
