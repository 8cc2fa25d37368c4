import type { StepRecord } from '@guildline/pipeline-core';
import { redactValue } from '../redaction/redact.ts';
import { cutLists } from '../results/shorten.ts';
import type { RunEnding } from '../runs/run.ts';
import type { Decision } from './workflow-note.ts';

/** What a durable step of a workflow keeps: how the step ended, how the run ended there, or both. */
export interface KeptStep {
  readonly record?: StepRecord;
  /** Given again by every execution that finds it, so that a crash just after it changes nothing. */
  readonly ending?: RunEnding;
  /** What was said beside the result. */
  readonly notes?: readonly string[];
  /** Of a step that somebody decided about. */
  readonly decision?: Decision;
}

/** Bytes of JSON that the result of one step may have where it is kept. */
export const maximumKeptBytes: number = 256 * 1024;

/**
 * A record as it is kept: without secrets, and with lists cut at whole items if it is too large, which
 * `truncated: true` says then. Later steps see just this, whether the process lives on or not.
 */
export function toKeptRecord(record: StepRecord): StepRecord {
  const clean = redactValue(record) as StepRecord;
  if (clean.status !== 'success') return clean;
  const { result } = clean;
  if (typeof result !== 'object' || result === null) return clean;
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes <= maximumKeptBytes) return clean;
  const cut = cutLists(
    { ...(result as Record<string, unknown>), truncated: true },
    maximumKeptBytes,
  );
  const fits = Buffer.byteLength(JSON.stringify(cut)) <= maximumKeptBytes;
  return { ...clean, result: fits ? cut : { truncated: true, bytes } };
}
