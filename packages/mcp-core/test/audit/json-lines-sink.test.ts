import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuditOutcome, createAudit, createJsonLinesSink } from '../../src/index.ts';
import { alice, noteTools, startDispatcher } from '../fakes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildline-audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function lines(path: string): Promise<AuditOutcome[]> {
  const text = await readFile(path, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditOutcome);
}

test('each write is one line with its target and outcome, and reads are none', async () => {
  const path = join(folder, 'deep', 'audit.jsonl');
  const audit = createAudit(createJsonLinesSink(path));
  const { dispatch } = startDispatcher(noteTools(), { onion: { audit } });
  await dispatch('notes_list', { board_id: '123' }, { caller: alice });
  await dispatch('notes_post', { board_id: '123', text: 'private words' }, { caller: alice });
  await dispatch('notes_post', { board_id: '124' }, { caller: alice });
  const events = await lines(path);
  expect(events).toMatchObject([
    {
      event: 'call',
      tool: 'notes_post',
      caller: 'alice',
      target: { board_id: '123' },
      outcome: 'applied',
    },
    { target: { board_id: '124' }, outcome: 'not_applied', code: 'VALIDATION_ERROR' },
  ]);
  expect(JSON.stringify(events)).not.toContain('private words');
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('events keep their order however many are written at once', async () => {
  const path = join(folder, 'audit.jsonl');
  const sink = createJsonLinesSink(path);
  const event = { tool: 'x' } as AuditOutcome;
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => sink.write({ ...event, duration_ms: n })),
  );
  expect((await lines(path)).map((line) => line.duration_ms)).toEqual([...Array(200).keys()]);
});

test('a pipeline and its writing steps are events of one trace', async () => {
  const path = join(folder, 'audit.jsonl');
  const audit = createAudit(createJsonLinesSink(path));
  const { dispatch } = startDispatcher(noteTools(), { onion: { audit } });
  const steps = [
    { id: 'post', tool: 'notes_post', args: { board_id: '123', text: 'a' } },
    { tool: 'notes_list', args: { board_id: '123' } },
  ];
  await dispatch('mcp_pipeline', { steps }, { caller: alice });
  const [leaf, composer] = await lines(path);
  expect(composer).toMatchObject({ event: 'composer', tool: 'mcp_pipeline', outcome: 'applied' });
  expect(leaf).toMatchObject({
    event: 'call',
    tool: 'notes_post',
    parent_id: composer?.call_id,
    trace_id: composer?.trace_id,
  });
});

test('a write whose event cannot be kept is reported with its real outcome', async () => {
  const audit = createAudit({ write: () => Promise.reject(new Error('disk full')) });
  const { dispatch } = startDispatcher(noteTools(), { onion: { audit } });
  const outcome = await dispatch('notes_post', { board_id: '123', text: 'a' }, { caller: alice });
  expect(outcome).toMatchObject({
    kind: 'result',
    structured: { note_id: '1001' },
    meta: { 'guildline/audit': { recorded: false, reason: 'disk full' } },
  });
});
