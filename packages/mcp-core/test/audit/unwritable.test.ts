import { writeSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AuditLog,
  type AuditLogSource,
  createAudit,
  createIntent,
  createSecretKeyFile,
  type Outcome,
  verifyAuditLog,
} from '../../src/index.ts';
import { alice, noteTools, startDispatcher } from '../fakes.ts';
import { auditKey, filesOf, makeFolder, objectsIn, openLog, outcomeEvent } from './audit-fakes.ts';

let temporary: Awaited<ReturnType<typeof makeFolder>>;
let folder: string;
let logs: AuditLog[];
beforeEach(async () => {
  temporary = await makeFolder();
  folder = join(temporary.path, 'audit');
  logs = [];
});
afterEach(async () => {
  await Promise.all(logs.map((log) => log.close()));
  await temporary.remove();
});

/** A disk that is full while a test says so, and takes the first bytes of what it refuses. */
class FullDisk {
  isFull = false;
  readonly append = (file: number, bytes: Buffer): void => {
    if (!this.isFull) {
      writeSync(file, bytes);
      return;
    }
    writeSync(file, bytes.subarray(0, 100));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
}

function open(more: Partial<AuditLogSource> = {}): AuditLog {
  const log = openLog(folder, more);
  logs.push(log);
  return log;
}

function start(log: AuditLog) {
  const posted: { board_id: string; text: string }[] = [];
  const onion = { audit: createAudit(log), intent: createIntent(log) };
  const { dispatch } = startDispatcher(noteTools(posted), { onion });
  const call = (name: string, args: unknown) => dispatch(name, args, { caller: alice });
  return {
    posted,
    call,
    post: (text = 'a') => call('notes_post', { board_id: '123', text }),
    list: () => call('notes_list', { board_id: '123' }),
  };
}

function messageOf(outcome: Outcome): string {
  return outcome.kind === 'error' ? outcome.error.message : '';
}

test('a full disk refuses writes before they run, names the file and what to do, and reads go on', async () => {
  const disk = new FullDisk();
  const { posted, post, list } = start(open({ append: disk.append }));
  await post('before');
  disk.isFull = true;
  const outcome = await post('during');
  expect(outcome).toMatchObject({
    kind: 'error',
    error: { code: 'AUDIT_UNAVAILABLE', outcome: 'not_applied', retriable: true },
  });
  const [file = ''] = (await filesOf(folder)).files;
  expect(messageOf(outcome)).toContain('notes_post was not run');
  expect(messageOf(outcome)).toContain(file);
  expect(messageOf(outcome)).toContain('no space left on device');
  expect(messageOf(outcome)).toContain(`Free space where ${folder} is.`);
  expect(messageOf(outcome)).toContain('Reads go on.');
  expect(posted.map(({ text }) => text)).toEqual(['before']);
  expect(await list()).toMatchObject({ kind: 'result' });
});

test('once there is space again writes go on, and the log is whole', async () => {
  const disk = new FullDisk();
  const { posted, post } = start(open({ append: disk.append }));
  await post('one');
  disk.isFull = true;
  await post('two');
  await post('three');
  disk.isFull = false;
  expect(await post('four')).toMatchObject({ kind: 'result' });
  expect(posted.map(({ text }) => text)).toEqual(['one', 'four']);
  const events = (await objectsIn(folder)).filter(({ phase }) => phase === 'outcome');
  expect(events.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['applied', undefined],
    ['not_applied', 'AUDIT_UNAVAILABLE'],
    ['not_applied', 'AUDIT_UNAVAILABLE'],
    ['applied', undefined],
  ]);
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: true,
    chains: [{ torn: false }],
  });
});

test('a write that ran when the disk became full is answered as applied, with a note, and recorded later', async () => {
  const disk = new FullDisk();
  const log = open({ append: disk.append });
  const onion = {
    audit: createAudit(log),
    intent: createIntent(log),
  };
  const tools = noteTools();
  const [post] = tools;
  const filling = {
    ...(post as NonNullable<typeof post>),
    run: async () => {
      disk.isFull = true;
      return { note_id: '7', text: 'a' };
    },
  };
  const { dispatch } = startDispatcher([filling], { onion });
  const outcome = await dispatch('notes_post', { board_id: '123', text: 'a' }, { caller: alice });
  expect(outcome).toMatchObject({
    kind: 'result',
    structured: { note_id: '7' },
    meta: { 'guildline/audit': { recorded: false, reason: expect.stringContaining('no space') } },
  });
  expect((await objectsIn(folder)).map(({ phase }) => phase)).toEqual(['start', 'intent']);
  disk.isFull = false;
  await log.close();
  expect((await objectsIn(folder)).at(-1)).toMatchObject({
    phase: 'outcome',
    outcome: 'applied',
    made: { note_id: '7' },
  });
});

test('an error whose outcome cannot be recorded stays what it is, with a line more', async () => {
  const disk = new FullDisk();
  const { call } = start(open({ append: disk.append }));
  disk.isFull = true;
  const outcome = await call('notes_post', { board_id: '1' });
  expect(outcome).toMatchObject({
    kind: 'error',
    error: { code: 'VALIDATION_ERROR', outcome: 'not_applied', details: { issues: [{}, {}] } },
  });
  expect(messageOf(outcome)).toContain('missing from the audit log');
});

test('a pipeline of reads runs although nothing can be recorded, and one with a write does not begin', async () => {
  const disk = new FullDisk();
  const { call, posted } = start(open({ append: disk.append }));
  disk.isFull = true;
  const read = { tool: 'notes_list', args: { board_id: '123' } };
  const write = { tool: 'notes_post', args: { board_id: '123', text: 'a' } };
  expect(await call('mcp_pipeline', { steps: [read, read] })).toMatchObject({
    kind: 'result',
    structured: { aborted: false },
  });
  expect(await call('mcp_pipeline', { steps: [read, write] })).toMatchObject({
    kind: 'error',
    error: { code: 'AUDIT_UNAVAILABLE' },
  });
  expect(posted).toEqual([]);
});

test('a person is not asked for a call that could not be recorded', async () => {
  const disk = new FullDisk();
  const log = open({ append: disk.append });
  disk.isFull = true;
  const { dispatch } = startDispatcher(noteTools(), {
    onion: {
      audit: createAudit(log),
      approval: async () => ({ kind: 'needs-approval', request: { preview: 'x', ticket: 'y' } }),
    },
  });
  expect(
    await dispatch('notes_post', { board_id: '123', text: 'a' }, { caller: alice }),
  ).toMatchObject({ kind: 'error', error: { code: 'AUDIT_UNAVAILABLE' } });
});

test('the operator is told once that it fails, and once that it works again', async () => {
  const disk = new FullDisk();
  const told: string[] = [];
  const { post } = start(open({ append: disk.append, report: (message) => told.push(message) }));
  await post();
  disk.isFull = true;
  await post();
  await post();
  disk.isFull = false;
  await post();
  expect(told).toEqual([
    expect.stringContaining('no space left'),
    `The audit log in ${folder} can be written again.`,
  ]);
});

test('of many outcomes that cannot be written the first are kept and the others counted', async () => {
  const disk = new FullDisk();
  const log = open({ append: disk.append });
  disk.isFull = true;
  const writes = Array.from({ length: 1100 }, (_, index) => log.write(outcomeEvent(index)));
  expect(new Set((await Promise.allSettled(writes)).map(({ status }) => status))).toEqual(
    new Set(['rejected']),
  );
  disk.isFull = false;
  await log.write(outcomeEvent(2000));
  await log.close();
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({
    ok: true,
    chains: [{ events: 1001, lost: 100 }],
  });
});

test.each([
  ['a file stands where the folder should be', () => writeFile(folder, '')],
  ['a file stands where its parent should be', () => replaceByFile(dirname(folder))],
])('writes are refused while %s', async (_what, obstruct) => {
  await obstruct();
  const { post, posted } = start(open());
  const outcome = await post();
  expect(outcome).toMatchObject({ error: { code: 'AUDIT_UNAVAILABLE', outcome: 'not_applied' } });
  expect(messageOf(outcome)).toContain(folder);
  expect(posted).toEqual([]);
});

test('writes are refused while the head cannot be replaced, and go on after that', async () => {
  const { post, posted } = start(open({ headInterval: 1, maximumBytes: 1 }));
  await post('one');
  const { head } = await filesOf(folder);
  await rm(head);
  await mkdir(head);
  const outcome = await post('two');
  expect(messageOf(outcome)).toContain('cannot be written');
  expect(posted).toHaveLength(1);
  await rm(head, { recursive: true });
  await post('three');
  expect(posted.map(({ text }) => text)).toEqual(['one', 'three']);
  await logs[0]?.close();
  expect(await verifyAuditLog(folder, auditKey)).toMatchObject({ ok: true });
});

test('writes are refused while the key cannot be read, and go on after that', async () => {
  const keyFile = join(temporary.path, 'audit.key');
  await writeFile(keyFile, 'short');
  const { post, posted } = start(open({ key: createSecretKeyFile(keyFile) }));
  expect(messageOf(await post())).toContain(keyFile);
  expect(posted).toEqual([]);
  await rm(keyFile);
  await post();
  expect(posted).toHaveLength(1);
  await logs[0]?.close();
  const report = await verifyAuditLog(folder, await readFile(keyFile));
  expect(report).toMatchObject({ ok: true, chains: [{ events: 3 }] });
});

test('attempts that fail leave no litter', async () => {
  const disk = new FullDisk();
  const { post } = start(open({ append: disk.append }));
  disk.isFull = true;
  for (let attempt = 0; attempt < 5; attempt += 1) await post();
  expect(await readdir(folder)).toHaveLength(2);
  const [file = ''] = (await filesOf(folder)).files;
  expect(await readFile(file, 'utf8')).toBe('');
});

async function replaceByFile(path: string): Promise<void> {
  await rm(path, { recursive: true });
  await writeFile(path, '');
}
