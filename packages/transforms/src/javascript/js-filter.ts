import type { Transform } from '@guildline/pipeline-core';
import { defineJavaScriptTransform } from './javascript-transform.ts';

/** Keeps the records for which the user's JavaScript says yes. */
export const JSFilter: Transform = defineJavaScriptTransform({
  name: 'JSFilter',
  description:
    'Keeps the records for which JavaScript says yes, unchanged, and drops the others. transformSettings.code is an expression, a function or a function body of `record` (and `incoming`, what came into the step); what JavaScript takes as true keeps the record. See the JavaScript conventions.',
  input: 'object',
  output: 'object',
  isFilter: true,
});
