import { fieldOf } from '../rest/answer.ts';
import { showText } from '../text/show-name.ts';
import { textIn } from './write-lines.ts';

/** Code points of a text that are shown. */
const textLength = 300;

const labels: Readonly<Record<string, string>> = {
  content: 'text',
  audit_reason: 'reason for the audit log',
};

/** An argument that is no id, on one line: the text that would be sent, the setting that would change. */
export function describeArgument(name: string, value: unknown): string {
  if (name === 'delete_message_seconds' && typeof value === 'number' && value > 0) {
    return `also deletes their messages of the last ${formatSeconds(value)}`;
  }
  if (name === 'files' && Array.isArray(value)) {
    return `files: ${value.length}, ${value.map(showFile).join(', ')}`;
  }
  return `${labels[name] ?? showLabel(name)}: ${showValue(value)}`;
}

function showValue(value: unknown): string {
  if (typeof value === 'string') return showLong(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return showLong(JSON.stringify(value, shortenTexts) ?? '');
}

/** A text with its length, if not all of it is shown. */
function showLong(text: string): string {
  const shown = showText(text, textLength);
  return shown.endsWith('…⟧') || shown.endsWith('…\u2069⟧')
    ? `${shown} (${text.length.toLocaleString('en')} characters)`
    : shown;
}

/** Keeps what nobody would read out of the JSON of an argument. */
function shortenTexts(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > textLength
    ? `${value.slice(0, textLength)}…`
    : value;
}

function showFile(file: unknown): string {
  const name = showText(textIn(file, 'name') ?? '', 60);
  const text = textIn(file, 'text') ?? textIn(file, 'base64');
  const isEncoded = fieldOf(file, 'base64') !== undefined;
  const bytes = text === undefined ? 0 : Buffer.byteLength(text, isEncoded ? 'base64' : 'utf8');
  return `${name} (${bytes.toLocaleString('en')} bytes)`;
}

/** Names of arguments are ours, unless the arguments are not checked yet. */
function showLabel(name: string): string {
  return /^\w{1,60}$/.test(name) ? name : showText(name, 60);
}

function formatSeconds(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? unit : `${count} ${unit}s`;
}

const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];
