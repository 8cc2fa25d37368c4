import { ToolError } from '@guildline/mcp-core';
import * as z from 'zod';
import type { RaidCandidate } from '../../state/raid-candidates.ts';
import type { NewCandidate } from './candidate.ts';

/** What a handle looks like. */
export const handlePattern: RegExp = /^c\d{1,9}$/;

/** A handle as an argument. */
export function handle(): z.ZodString {
  return z.string().regex(handlePattern, {
    error: 'Not a handle: expected one of raid_scan or raid_review, such as c12.',
  });
}

/** The number in a handle. A list is in the order of its numbers. */
export function numberOf(handle: string): number {
  return Number(handle.slice(1));
}

/**
 * Gives handles to the candidates of a new list. They go on behind all that the scan before has given,
 * so that no handle means somebody else as long as anybody is left on the list before.
 */
export function giveHandles(
  suspects: readonly NewCandidate[],
  before: readonly RaidCandidate[],
): RaidCandidate[] {
  const first = before.reduce((most, { last_number }) => Math.max(most, last_number), 0) + 1;
  const last_number = first + suspects.length - 1;
  return suspects.map((suspect, index) => ({
    handle: `c${first + index}`,
    last_number,
    ...suspect,
  }));
}

/**
 * The candidates behind some handles, in the order of the list.
 *
 * @throws ToolError `VALIDATION_ERROR` that names the handles nobody on the list has
 */
export function findByHandles(
  list: readonly RaidCandidate[],
  handles: readonly string[],
): readonly RaidCandidate[] {
  const wanted = new Set(handles);
  const found = list.filter((one) => wanted.has(one.handle));
  if (found.length === wanted.size) return found;
  const known = new Set(found.map((one) => one.handle));
  const unknown = [...wanted].filter((one) => !known.has(one));
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : '';
  throw new ToolError({
    code: 'VALIDATION_ERROR',
    message: `handles: ${unknown.slice(0, 10).join(', ')}${more}: nobody on the list has that handle; they may have been taken off it. Nothing was changed. raid_review with action "list" shows who is on it.`,
  });
}
