import type { JavaScriptLimits } from './limits.ts';

/** A value as the sandbox takes it, or why it cannot. */
export function toText(
  value: unknown,
  { depth, inputLength }: JavaScriptLimits,
): { readonly text: string } | { readonly problem: string } {
  if (isDeeper(value, depth)) {
    return { problem: `is nested deeper than ${depth} levels, or contains itself` };
  }
  const text = stringify(value);
  if (text === undefined) return { problem: 'is not JSON' };
  if (text.length > inputLength) {
    return { problem: `is longer than ${inputLength} characters as JSON` };
  }
  return { text };
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.some((part) => isDeeper(part, levels - 1));
}
