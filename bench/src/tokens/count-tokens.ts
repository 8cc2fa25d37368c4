import { encode } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * Tokens of a text in o200k_base, the encoding of GPT-4o and later. Other models cut text a little
 * differently; proportions are the same.
 */
export function countTokens(text: string): number {
  return encode(text).length;
}

/** Tokens of a value as JSON. */
export function countJsonTokens(value: unknown): number {
  return countTokens(JSON.stringify(value));
}
