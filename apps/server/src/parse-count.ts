import { InvalidArgumentError } from 'commander';

/** A whole number above 0 from the command line. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('A count is a whole number above 0.');
}
