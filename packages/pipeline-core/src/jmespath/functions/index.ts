import type { StandardFunction } from './function.ts';
import { listFunctions } from './list-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { objectFunctions } from './object-functions.ts';
import { textFunctions } from './text-functions.ts';

/** The 26 functions of standard JMESPath by name. */
export const standardFunctions: ReadonlyMap<string, StandardFunction> = new Map(
  Object.entries({ ...numberFunctions, ...textFunctions, ...listFunctions, ...objectFunctions }),
);
