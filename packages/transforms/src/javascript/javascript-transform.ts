import { RecordError, type Transform } from '@guildline/pipeline-core';
import { declareSettings } from '../settings/declare-settings.ts';
import { compileCode, longestCode } from './compile-code.ts';
import { type JavaScriptLimits, javaScriptLimits } from './limits.ts';
import { Sandbox } from './sandbox.ts';

const { schema, check } = declareSettings({
  code: {
    isRequired: true,
    schema: {
      type: 'string',
      maxLength: longestCode,
      description:
        'JavaScript: an expression, a function (record, incoming) => …, or a function body with return.',
    },
    check: (code) => {
      if (typeof code !== 'string') return 'must be a text of JavaScript';
      const result = compileCode(code);
      return 'problem' in result ? result.problem : undefined;
    },
  },
});

/** A transform that runs the user's code in the sandbox. */
export function defineJavaScriptTransform(
  declaration: Pick<Transform, 'name' | 'description' | 'input' | 'output'> & {
    /** True if the code decides whether a value stays; false if it gives the new values. */
    readonly isFilter: boolean;
  },
  limits: JavaScriptLimits = javaScriptLimits,
): Transform {
  const { isFilter, ...listed } = declaration;
  return {
    ...listed,
    terminal: 'none',
    settings: schema,
    checkSettings: check,
    open: async (settings, { signal }) => {
      const result = compileCode(String(settings['code']));
      if ('problem' in result) {
        throw new RecordError(
          'RECORD_SETTINGS_INVALID',
          `transformSettings.code ${result.problem}.`,
        );
      }
      const sandbox = await Sandbox.open({ code: result.compiled, isFilter, limits }, signal);
      return {
        apply: (values, incoming) => sandbox.apply(values, incoming),
        finish: async () => {},
        close: () => sandbox.close(),
      };
    },
  };
}
