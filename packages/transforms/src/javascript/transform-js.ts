import type { Transform } from '@guildline/pipeline-core';
import { defineJavaScriptTransform } from './javascript-transform.ts';

/** The declaration of `TransformJS`, for tests with limits of their own. */
export const transformJSDeclaration = {
  name: 'TransformJS',
  description:
    'Shapes each record with JavaScript in a sandbox. transformSettings.code is an expression, a function or a function body of `record` (and `incoming`, what came into the step); it gives an object, an array of objects (one record each) or null, which drops the record. See the JavaScript conventions.',
  input: 'object',
  output: 'Record',
  isFilter: false,
} as const;

/** Shapes each record with the user's JavaScript. */
export const TransformJS: Transform = defineJavaScriptTransform(transformJSDeclaration);
