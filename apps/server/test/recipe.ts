import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CallResult } from './clients.ts';

/** A `tools/call` as a recipe shows it. */
export interface Request {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The error of a call that a person has to approve first. */
export interface Refusal {
  readonly code: string;
  readonly details: { readonly preview: string; readonly confirm_token: string };
}

/** What a recipe of `docs/recipes` shows, fence by fence, by language. */
export function readRecipe(name: string): (language: string) => string[] {
  const recipe = readFileSync(
    join(import.meta.dirname, `../../../docs/recipes/${name}.md`),
    'utf8',
  );
  const fences = [...recipe.matchAll(/```(\w+)\n([\s\S]*?)\n```/g)];
  return (language) => fences.flatMap(([, tag, text]) => (tag === language && text ? [text] : []));
}

export function textOf({ content }: CallResult): string {
  return content[0]?.text ?? '';
}

/** An approval and its end differ from run to run, and so do durations. */
function steady(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replace(/"confirm_token":"[^"]+"/, '"confirm_token":"eyJ…"')
      .replace(/"expires_at":"[^"]+"/, '"expires_at":"2030-01-01T16:40:00.000Z"')
      .replaceAll(/"duration_ms":\d+/g, '"duration_ms":0'),
  );
}

/** The same keys in the same order, and the same values, as JSON text shows them. */
export function expectSameText(actual: unknown, shown: unknown): void {
  expect(JSON.stringify(steady(actual), null, 2)).toBe(JSON.stringify(steady(shown), null, 2));
}
