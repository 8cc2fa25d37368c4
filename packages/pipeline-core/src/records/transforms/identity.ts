import { universalType } from '../assignable.ts';
import { defineTransform } from '../define-transform.ts';
import type { Transform } from '../transform.ts';

/** Passes everything on as it is. Its type is `object`, so it connects any two steps. */
export const identity: Transform = defineTransform({
  name: 'Identity',
  description: 'Passes each value on as it is. Connects steps of any types.',
  input: universalType,
  output: universalType,
  settings: { type: 'object', properties: {}, additionalProperties: false },
  checkSettings: () => [],
  prepare: () => (value) => value,
});
