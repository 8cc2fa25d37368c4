import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AuditEvent,
  type AuditLog,
  type AuditLogSource,
  type AuditOutcome,
  createAuditLog,
} from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';

export const auditKey: Uint8Array = new Uint8Array(32).fill(7);

/** Longer than any test: a head is written when a test says so. */
const never = 2 ** 30;

/** A folder for audit logs that is removed in the end. */
export async function makeFolder(): Promise<{
  readonly path: string;
  remove(): Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'guildline-audit-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** An outcome that differs from others by its number. */
export function outcomeEvent(number: number, more: Partial<AuditOutcome> = {}): AuditOutcome {
  return {
    phase: 'outcome',
    at: new Date(Date.UTC(2030, 0, 1) + number).toISOString(),
    event: 'call',
    tool: 'notes_post',
    caller: 'alice',
    trace_id: `trace-${number}`,
    call_id: `call-${number}`,
    target: { board_id: String(100 + number) },
    outcome: 'applied',
    duration_ms: number,
    ...more,
  };
}

/** A log with a key, a clock that stands still, and no head but at the beginning and the end. */
export function openLog(folder: string, more: Partial<AuditLogSource> = {}): AuditLog {
  return createAuditLog({
    folder,
    key: async () => auditKey,
    clock: new ManualClock(),
    headInterval: never,
    ...more,
  });
}

/** Writes events one after another, so that each is a write of its own. */
export async function writeAll(log: AuditLog, events: readonly AuditEvent[]): Promise<void> {
  for (const event of events) await log.write(event);
}

/** A finished log of `count` events; returns the paths of its files in order, and of its head. */
export async function writeLog(
  folder: string,
  count: number,
  more: Partial<AuditLogSource> = {},
): Promise<{ readonly files: readonly string[]; readonly head: string }> {
  const before = new Set(await readdir(folder).catch(() => []));
  const log = openLog(folder, more);
  await writeAll(
    log,
    Array.from({ length: count }, (_, index) => outcomeEvent(index)),
  );
  await log.close();
  return filesOf(folder, before);
}

/** The files of the chain that is new in a folder. */
export async function filesOf(
  folder: string,
  before: ReadonlySet<string> = new Set(),
): Promise<{ readonly files: readonly string[]; readonly head: string }> {
  const names = (await readdir(folder)).filter((name) => !before.has(name));
  const numberOf = (name: string) => Number(/\.(\d+)\.jsonl$/.exec(name)?.[1]);
  const files = names
    .filter((name) => name.endsWith('.jsonl'))
    .sort((one, other) => numberOf(one) - numberOf(other));
  const head = names.find((name) => name.endsWith('.head.json')) ?? '';
  return { files: files.map((name) => join(folder, name)), head: join(folder, head) };
}

/** The lines of a file, without their line breaks. */
export async function linesOf(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split('\n').slice(0, -1);
}

/** The objects in all files of the folder's one chain, in order. */
export async function objectsIn(folder: string): Promise<Record<string, unknown>[]> {
  const { files } = await filesOf(folder);
  const lines = (await Promise.all(files.map(linesOf))).flat();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
