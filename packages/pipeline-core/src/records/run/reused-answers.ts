import type { CallResult } from '../../call-tool.ts';
import { recordLimits } from '../record-limits.ts';

/** Longer settings are asked for each time. */
const longestKey = 10_000;

/**
 * Answers of one reusable lookup, by its settings. Equal lookups share one call, also while it is in
 * flight; of many, those that were used last are kept. A failure is not kept.
 */
export class ReusedAnswers {
  readonly #answers = new Map<string, Promise<CallResult>>();

  get(settings: unknown, ask: () => Promise<CallResult>): Promise<CallResult> {
    const key = toKey(settings);
    if (key === undefined) return ask();
    const answer = this.#answers.get(key) ?? this.#ask(key, ask);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > recordLimits.reusedAnswers) this.#answers.delete(oldest as string);
    return answer;
  }

  async #ask(key: string, ask: () => Promise<CallResult>): Promise<CallResult> {
    const answer = await ask();
    if (!answer.ok) this.#answers.delete(key);
    return answer;
  }
}

function toKey(settings: unknown): string | undefined {
  try {
    const key = JSON.stringify(settings);
    return key.length > longestKey ? undefined : key;
  } catch {
    return undefined;
  }
}
