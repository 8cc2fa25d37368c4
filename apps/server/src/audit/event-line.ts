import type { AuditEvent, CallOutcome, NamedIds } from '@guildline/mcp-core';
import { colors } from '../terminal/colors.ts';
import { toTerminalText } from '../terminal/terminal-text.ts';
import { outcomeOfEvent } from './open-calls.ts';

/** What stands in place of the code if only the intent was written. */
const withoutOutcome = 'NO_OUTCOME';

const widths = { time: 24, outcome: 11, tool: 26, caller: 12 } as const;
const longestIds = 160;

/** An event as a line in columns: time, outcome, tool, caller, target, code. */
export function formatEvent(event: AuditEvent): string {
  const outcome = outcomeOfEvent(event);
  const code = event.phase === 'outcome' ? event.code : withoutOutcome;
  const step = event.parent_id === undefined ? '' : '  ';
  return [
    colors.dim(pad(event.at, widths.time)),
    colourOf(outcome)(outcome.padEnd(widths.outcome)),
    colors.bold(pad(`${step}${event.tool}`, widths.tool)),
    pad(event.caller, widths.caller),
    toTerminalText(describeRecords(event) ?? describeIds(event)),
    code === undefined ? '' : colors.yellow(toTerminalText(code)),
  ]
    .join('  ')
    .trimEnd();
}

/** Of a step or a run of a record pipeline: what became of it, with its numbers. */
function describeRecords(event: AuditEvent): string | undefined {
  const records = event.phase === 'outcome' ? event.records : undefined;
  if (!records) return undefined;
  const { step, resource, operation, status, counts = {}, truncated, reason } = records;
  const place = step === undefined ? '' : `step ${step} ${resource}/${operation} `;
  const numbers = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ` ${name}=${count}`);
  const more = reason === undefined ? '' : ` (${reason.slice(0, longestIds)})`;
  return `${place}${status}${numbers.join('')}${truncated ? ' truncated' : ''}${more}`;
}

function describeIds(event: AuditEvent): string {
  const target = event.target ?? {};
  const made = event.phase === 'outcome' ? (event.made ?? {}) : {};
  const fresh = Object.entries(made).filter(([name]) => !Object.hasOwn(target, name));
  const result = nameIds(Object.fromEntries(fresh));
  return [nameIds(target), result && `→ ${result}`].filter(Boolean).join(' ');
}

function nameIds(ids: NamedIds): string {
  const text = Object.entries(ids)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.join(',')}`)
    .join(' ');
  return text.length > longestIds ? `${text.slice(0, longestIds)}…` : text;
}

function pad(text: string, width: number): string {
  return toTerminalText(text).padEnd(width);
}

function colourOf(outcome: CallOutcome): (text: string) => string {
  if (outcome === 'applied') return colors.green;
  return outcome === 'unknown' ? colors.red : colors.dim;
}
