import { readdir, readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import {
  type AuditEntry,
  type AuditEvent,
  type AuditReading,
  type CallOutcome,
  readAuditLog,
  verifyAuditLog,
} from '@guildline/mcp-core';
import { type AuditPlaces, auditPlaces } from '../audit/audit-places.ts';
import { formatEvent } from '../audit/event-line.ts';
import { OpenCalls, outcomeOfEvent } from '../audit/open-calls.ts';
import { parseTime } from '../audit/parse-time.ts';
import { createPrinter } from '../audit/printer.ts';
import { formatReport } from '../audit/report-table.ts';
import type { ConfigurationFlags } from '../configuration/common-settings.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { loadSettings } from '../settings.ts';
import { toTerminalJson } from '../terminal/terminal-text.ts';

/** What both commands take. */
interface AuditCommandOptions extends ConfigurationFlags {
  readonly json?: boolean | undefined;
}

/** The options of {@link auditVerify}. */
export interface AuditVerifyOptions extends AuditCommandOptions {
  /** Chains that began before are left out. */
  readonly since?: string | undefined;
}

/** The options of {@link auditShow}. */
export interface AuditShowOptions extends AuditCommandOptions {
  readonly tool?: string | undefined;
  readonly caller?: string | undefined;
  readonly outcome?: string | undefined;
  readonly target?: string | undefined;
  readonly trace?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Of what is there already, only the newest so many. */
  readonly limit?: number | undefined;
  readonly follow?: boolean | undefined;
}

/** Where the commands print. */
export interface AuditStreams {
  readonly output: Writable;
  readonly errors: Writable;
}

const outcomes: readonly CallOutcome[] = ['applied', 'not_applied', 'unknown'];

/** `guildline audit verify`: says whether the audit log is as it was written. Ends with 0 or 1. */
export async function auditVerify(
  options: AuditVerifyOptions,
  { output, errors }: AuditStreams = { output: process.stdout, errors: process.stderr },
): Promise<number> {
  const places = await placesOf(options);
  const since =
    options.since === undefined ? undefined : parseTime('--since', options.since, Date.now());
  const key = await readKey(places);
  const report = key
    ? await verifyAuditLog(places.folder, key, { since })
    : { ok: true, chains: [] };
  const printer = createPrinter(report.chains.length > 0 || options.json ? output : errors);
  if (options.json) await printer.print(`${toTerminalJson(report)}\n`);
  else if (report.chains.length > 0) await printer.print(formatReport(report));
  else await printer.print(`There is no audit log in ${places.folder}.\n`);
  printer.release();
  return report.ok ? exitCodes.success : exitCodes.failed;
}

/**
 * `guildline audit show`: the calls of the audit log, in the order of time. An intent is shown only
 * if no outcome followed: that call may have happened.
 */
export async function auditShow(
  options: AuditShowOptions,
  stop: AbortSignal,
  { output, errors }: AuditStreams = { output: process.stdout, errors: process.stderr },
): Promise<number> {
  const { folder } = await placesOf(options);
  const { reading, isShown } = toReading(options, Date.now());
  const history = await survey(folder, reading, isShown);
  let skip = Math.max(0, history.count - (options.limit ?? history.count));
  const notes = createPrinter(errors);
  const printer = createPrinter(output);
  for (const note of history.notes) await notes.print(`${note}\n`);
  const follow = options.follow ? stop : undefined;
  for await (const entry of readAuditLog(folder, { ...reading, follow })) {
    if (stop.aborted) break;
    if (entry.event.phase === 'intent' && !history.open.has(entry)) continue;
    if (!isShown(entry.event)) continue;
    if (skip > 0) skip -= 1;
    else if (!(await printer.print(toLine(entry, options.json)))) break;
  }
  printer.release();
  notes.release();
  return exitCodes.success;
}

async function placesOf(flags: AuditCommandOptions): Promise<AuditPlaces> {
  const { settings } = await loadSettings(flags);
  return auditPlaces(settings.configuration.dataDirectory);
}

/** The key, which this command does not make; `undefined` if there is no log either. */
async function readKey({ folder, keyFile }: AuditPlaces): Promise<Uint8Array | undefined> {
  try {
    return await readFile(keyFile);
  } catch (cause) {
    const names = await readdir(folder).catch((): string[] => []);
    if (!names.some((name) => name.startsWith('audit-'))) return undefined;
    throw new CommandError(
      `${folder} holds an audit log, and its key ${keyFile} cannot be read: ${(cause as Error).message}. Without the key nothing can be verified: put it back, or run this as the user that runs the server.`,
      exitCodes.failed,
      { cause },
    );
  }
}

/**
 * The end of the time is not the reader's to judge: an outcome after it still says that the intent
 * before it is not open.
 */
function toReading(options: AuditShowOptions, now: number) {
  const { tool, caller, target, trace, outcome } = options;
  if (outcome !== undefined && !outcomes.some((known) => known === outcome)) {
    throw new CommandError(`--outcome "${outcome}" is none of ${outcomes.join(', ')}.`);
  }
  const parse = (option: 'since' | 'until') => {
    const text = options[option];
    return text === undefined ? undefined : parseTime(`--${option}`, text, now);
  };
  const until = parse('until') ?? Number.POSITIVE_INFINITY;
  const reading: AuditReading = { tool, caller, target, trace, since: parse('since') };
  const isShown = (event: AuditEvent) =>
    Date.parse(event.at) < until && (outcome === undefined || outcomeOfEvent(event) === outcome);
  return { reading, isShown };
}

/** What is there before anything is printed: how many calls, and which have no outcome. */
async function survey(
  folder: string,
  reading: AuditReading,
  isShown: (event: AuditEvent) => boolean,
) {
  const open = new OpenCalls();
  const skipped = new Map<string, number>();
  const onSkipped = ({ file }: { readonly file: string }) =>
    skipped.set(file, (skipped.get(file) ?? 0) + 1);
  let count = 0;
  for await (const entry of readAuditLog(folder, { ...reading, onSkipped })) {
    open.take(entry);
    if (entry.event.phase === 'outcome' && isShown(entry.event)) count += 1;
  }
  for (const event of open.events()) if (isShown(event)) count += 1;
  const notes = [...skipped].map(
    ([file, lines]) =>
      `Passed over ${lines} ${lines === 1 ? 'line' : 'lines'} of ${file} that hold no audit event; "guildline audit verify" says more.`,
  );
  return { open, count, notes };
}

function toLine({ chain, seq, file, event }: AuditEntry, json: boolean | undefined): string {
  return json ? `${toTerminalJson({ chain, seq, file, ...event })}\n` : `${formatEvent(event)}\n`;
}
