import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { replaceMarkedText } from './marked-values.ts';
import { makeVisible } from './visible-text.ts';

/**
 * Puts text from outside between two marks that its author cannot have guessed; characters in it that
 * act without being seen are written out.
 */
export type Fence = (text: string) => string;

/** A fence for one answer. Its marker is new each time, so no stored text can close it. */
export function createFence(): Fence {
  const marker = randomBytes(6).toString('hex');
  return (text) => `⟦untrusted ${marker}⟧${makeVisible(text)}⟦/untrusted ${marker}⟧`;
}

/** A copy of a result in which every `untrusted()` text is fenced. */
export function fenceResult(schema: z.ZodType, result: unknown, fence: Fence): unknown {
  return replaceMarkedText(schema, result, (mark) => mark.untrusted === true, fence);
}
