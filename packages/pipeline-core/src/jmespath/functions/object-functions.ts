import { orNull, setOwn } from '../json.ts';
import type { StandardFunction } from './function.ts';

/** `keys`, `merge`, `values`. */
export const objectFunctions: Readonly<Record<string, StandardFunction>> = {
  keys: {
    parameters: [['object']],
    apply: ([subject], { budget }) => {
      const keys = Object.keys(subject);
      budget.spend(keys.length);
      return keys;
    },
  },
  merge: {
    parameters: [['object']],
    variadic: true,
    apply: (objects, { budget }) => {
      const merged: Record<string, unknown> = {};
      for (const object of objects) {
        const keys = Object.keys(object);
        budget.spend(keys.length);
        for (const key of keys) setOwn(merged, key, object[key]);
      }
      return merged;
    },
  },
  values: {
    parameters: [['object']],
    apply: ([subject], { budget }) => {
      const values = Object.values(subject);
      budget.spend(values.length);
      return values.map(orNull);
    },
  },
};
