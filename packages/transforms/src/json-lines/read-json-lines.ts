import { type DataRecord, RecordError, UnreadableRecord } from '@guildline/pipeline-core';
import { decodeText, type TextSource } from '../text/decode-text.ts';
import { type ReadOptions, toReadLimits } from '../text/read-limits.ts';
import { toPages } from '../text/to-pages.ts';
import { findLostNumber } from './find-lost-number.ts';

/**
 * The records of a text with one JSON object a line, in pages. Empty lines are skipped. A line that
 * is no JSON object, or has a number that would lose digits, becomes an `UnreadableRecord` that names the
 * line.
 *
 * @throws RecordError if a line is too long or the bytes are not UTF-8.
 */
export function readJsonLines(
  source: TextSource,
  options: ReadOptions = {},
): AsyncGenerator<readonly (DataRecord | UnreadableRecord)[]> {
  const { pageSize, recordLength } = toReadLimits(options);
  return toPages(readRecords(source, recordLength), pageSize);
}

async function* readRecords(
  source: TextSource,
  recordLength: number,
): AsyncGenerator<DataRecord | UnreadableRecord> {
  let number = 0;
  for await (const line of readLines(source, recordLength)) {
    number += 1;
    if (line.trim() !== '') yield toRecord(line, number);
  }
}

async function* readLines(source: TextSource, recordLength: number): AsyncGenerator<string> {
  let rest = '';
  let count = 0;
  for await (const piece of decodeText(source)) {
    const [first = '', ...others] = piece.split('\n');
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? '';
    for (const line of lines) {
      count += 1;
      refuseLong(line, count, recordLength);
      yield line;
    }
    refuseLong(rest, count + 1, recordLength);
  }
  yield rest;
}

function refuseLong(line: string, number: number, recordLength: number): void {
  if (line.length <= recordLength) return;
  throw new RecordError(
    'RECORD_SOURCE_INVALID',
    `Line ${number} is longer than ${recordLength} characters. Each line must be one JSON object.`,
  );
}

function toRecord(line: string, number: number): DataRecord | UnreadableRecord {
  const value = parse(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return toUnreadable(line, `Line ${number} is no JSON object. Write one record a line, {…}.`);
  }
  const lost = findLostNumber(line);
  if (lost !== undefined) {
    const message = `Line ${number} has the number ${lost}, which loses digits. Write it as a text: "${lost}".`;
    return toUnreadable(line, message);
  }
  return value as DataRecord;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function toUnreadable(line: string, message: string): UnreadableRecord {
  return new UnreadableRecord({ code: 'RECORD_UNREADABLE', message }, { line: line.trimEnd() });
}
