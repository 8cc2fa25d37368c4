import { unresolved } from '../../pipeline-error.ts';
import type { StandardFunction } from './function.ts';

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** `abs`, `avg`, `ceil`, `floor`, `sum`, `to_number`. */
export const numberFunctions: Readonly<Record<string, StandardFunction>> = {
  abs: { parameters: [['number']], apply: ([value]) => Math.abs(value) },
  avg: {
    parameters: [['numbers']],
    apply: ([numbers]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length),
  },
  ceil: { parameters: [['number']], apply: ([value]) => Math.ceil(value) },
  floor: { parameters: [['number']], apply: ([value]) => Math.floor(value) },
  sum: { parameters: [['numbers']], apply: ([numbers]) => sum(numbers) },
  to_number: {
    parameters: [['any']],
    apply: ([value], { budget }) => {
      if (typeof value === 'number') return value;
      if (typeof value !== 'string') return null;
      budget.read(value);
      return toNumber(value);
    },
  },
};

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** An id that loses digits would address something else, so it is refused rather than rounded. */
function toNumber(text: string): number | null {
  if (!jsonNumber.test(text)) return null;
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw unresolved('to_number() would lose digits. Leave ids as text.');
  }
  return number;
}
