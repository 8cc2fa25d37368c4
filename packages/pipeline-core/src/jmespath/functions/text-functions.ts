import { countCodePoints, reverseText } from '../code-points.ts';
import { equals } from '../equals.ts';
import { findText } from '../find-text.ts';
import { typeOf } from '../json.ts';
import { writeJson } from '../write-json.ts';
import type { Evaluation, StandardFunction } from './function.ts';

/** `contains`, `ends_with`, `join`, `length`, `reverse`, `starts_with`, `to_string`, `type`. */
export const textFunctions: Readonly<Record<string, StandardFunction>> = {
  contains: {
    parameters: [['array', 'string'], ['any']],
    apply: ([subject, search], { budget }) => {
      if (typeof subject !== 'string') {
        return subject.some((item: unknown) => equals(item, search, budget));
      }
      return typeof search === 'string' && findText(subject, search, budget);
    },
  },
  ends_with: {
    parameters: [['string'], ['string']],
    apply: ([subject, suffix], { budget }) => {
      budget.read(suffix);
      return subject.endsWith(suffix);
    },
  },
  join: {
    parameters: [['string'], ['strings']],
    apply: ([glue, texts], { budget }) => {
      const glued = glue.length * Math.max(0, texts.length - 1);
      budget.write(texts.reduce((length: number, text: string) => length + text.length, glued));
      return texts.join(glue);
    },
  },
  length: {
    parameters: [['array', 'object', 'string']],
    apply: ([subject], evaluation) => lengthOf(subject, evaluation),
  },
  reverse: {
    parameters: [['array', 'string']],
    apply: ([subject], { budget }) => {
      if (typeof subject === 'string') return reverseText(subject, budget);
      budget.spend(subject.length);
      return subject.toReversed();
    },
  },
  starts_with: {
    parameters: [['string'], ['string']],
    apply: ([subject, prefix], { budget }) => {
      budget.read(prefix);
      return subject.startsWith(prefix);
    },
  },
  to_string: {
    parameters: [['any']],
    apply: ([value], { budget }) => (typeof value === 'string' ? value : writeJson(value, budget)),
  },
  type: { parameters: [['any']], apply: ([value]) => typeOf(value) },
};

function lengthOf(subject: string | readonly unknown[] | object, { budget }: Evaluation): number {
  if (typeof subject === 'string') return countCodePoints(subject, budget);
  if (Array.isArray(subject)) return subject.length;
  const { length } = Object.keys(subject);
  budget.spend(length);
  return length;
}
