import * as z from 'zod';
import { once } from '../once.ts';
import type { ResultStore } from '../results/result-store.ts';
import { createFence, fenceResult } from '../schema/fence.ts';
import { untrusted } from '../schema/marks.ts';

/** Bytes that an artifact may have inside an answer. */
const mostInline = 32 * 1024;

/** Where artifacts go that are too large for an answer. */
export interface ArtifactShelf {
  readonly results: ResultStore;
  readonly caller: string;
  readonly tool: string;
}

/** What stands for an artifact that is read by `resources/read`. */
export type ArtifactReference = {
  readonly truncated: true;
  readonly resource: string;
  /** Of the whole. */
  readonly bytes: number;
};

const stored = once(() => z.object({ CSVFile: untrusted(z.string()) }));

/** An artifact without secrets as an answer holds it: whole, or by reference. */
export function shelve(
  content: Buffer,
  encoding: 'base64' | 'text',
  { results, caller, tool }: ArtifactShelf,
): ArtifactReference | string {
  const isText = encoding === 'text';
  const text = content.toString(isText ? 'utf8' : 'base64');
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostInline) return text;
  const whole = { CSVFile: text };
  const shown = isText ? fenceResult(stored(), whole, createFence()) : whole;
  return { truncated: true, resource: results.put(caller, tool, JSON.stringify(shown)), bytes };
}
