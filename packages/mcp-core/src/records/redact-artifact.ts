import type {
  CompiledRecordPipeline,
  CompiledRecordStep,
  OpenTransform,
} from '@guildline/pipeline-core';
import { redactValue } from '../redaction/redact.ts';

/**
 * The pipeline with secrets taken out of what it renders, value by value. A rendered file is never looked
 * through as one text: there, what looks like the beginning of a secret in one cell would take the
 * cells and rows behind it along.
 */
export function redactArtifact({ plan, steps }: CompiledRecordPipeline): CompiledRecordPipeline {
  return {
    plan,
    steps: steps.map((step) => (step.plan.terminal === 'none' ? step : redact(step))),
  };
}

function redact(step: CompiledRecordStep): CompiledRecordStep {
  const { transform } = step;
  if (!transform) return step;
  return {
    ...step,
    transform: {
      ...transform,
      open: async (settings, ports): Promise<OpenTransform> => {
        const open = await transform.open(settings, ports);
        return {
          apply: (values, incoming) => open.apply(values.map(redactValue), incoming),
          ...(open.suspend ? { suspend: async () => await open.suspend?.() } : {}),
          finish: () => open.finish(),
          close: () => open.close(),
        };
      },
    },
  };
}
