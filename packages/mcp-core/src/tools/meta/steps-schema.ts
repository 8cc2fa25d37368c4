import * as z from 'zod';

/**
 * A strict object whose published schema does not say so: the published documents of the pipeline
 * tools leave `additionalProperties` out, and unknown keys are refused all the same.
 */
export function quietlyStrict<Properties extends z.ZodRawShape>(
  properties: Properties,
): z.ZodObject<Properties, z.core.$strict> {
  return z.strictObject(properties).meta({ additionalProperties: undefined });
}

/** One step, as a pipeline publishes it. */
function stepSchema() {
  return quietlyStrict({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/)
      .describe('Reference name for interpolation. Defaults to step_<index>.')
      .optional(),
    tool: z
      .string()
      .min(1)
      .describe('Tool name to call. Must exist; not mcp_pipeline (no recursion).'),
    args: z
      .record(z.string(), z.unknown())
      .describe('Tool arguments. String fields support {{step_id.path}} interpolation.'),
    ...flowKeys(),
  });
}

/** The optional keys of a step that say how it and later steps hang together. */
export function flowKeys() {
  return {
    save_as: z
      .string()
      .min(1)
      .describe('Save result under this variable name in addition to step ID.')
      .optional(),
    if: z
      .string()
      .min(1)
      .describe(
        'Path to truthy check. Step skipped if path resolves falsy. Example: "{{step1.count}}".',
      )
      .optional(),
    continue_on_error: z
      .boolean()
      .default(false)
      .describe('If true, pipeline continues after this step fails. Default aborts.'),
  };
}

/** The input of `mcp_pipeline` and `mcp_pipeline_check`. */
export function pipelineInput() {
  return quietlyStrict({
    steps: z.array(stepSchema()).min(1).max(20).describe('Ordered steps. Max 20 per pipeline.'),
  });
}

/** The output of `mcp_pipeline`. */
export function pipelineOutput() {
  const error = z.object({ code: z.string(), message: z.string(), retriable: z.boolean() });
  const step = z.object({
    id: z.string(),
    tool: z.string(),
    status: z.enum(['success', 'error', 'skipped']),
    result: z.unknown().optional(),
    error: error.optional(),
    duration_ms: z.number(),
  });
  return z.object({
    steps: z.array(step),
    variables: z.record(z.string(), z.unknown()),
    total_duration_ms: z.number(),
    aborted: z.boolean(),
  });
}
