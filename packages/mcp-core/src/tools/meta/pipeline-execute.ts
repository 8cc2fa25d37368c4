import * as z from 'zod';
import type { CallContext } from '../../context.ts';
import { confirmControl } from '../../middleware/intake.ts';
import { runAnswerShape } from '../../records/answer-schema.ts';
import { checkBackground, startBackground } from '../../records/background/start-background.ts';
import { callsOf, compileSpec, parseSettings } from '../../records/compile-spec.ts';
import { previewRecords } from '../../records/preview-records.ts';
import type { RecordPipelines } from '../../records/record-pipelines.ts';
import { refuseSpec } from '../../records/refuse-spec.ts';
import { runNow } from '../../records/run-now.ts';
import type { RecordSpec } from '../../records/spec.ts';
import { tellStripped } from '../../records/to-run-answer.ts';
import { defineTool, Reply, type ToolDefinition } from '../../tool.ts';

function executeInput() {
  const settings = () => z.looseObject({}).meta({ additionalProperties: undefined });
  // Keys that begin with "__" are stripped and reported by the compiler, which refuses other strangers.
  const step = z.looseObject({
    id: z.string().min(1).max(64).optional(),
    resource: z.string().optional(),
    operation: z.string().optional(),
    operationSettings: settings()
      .describe('Parameters of the operation; {{field}} reads the incoming record.')
      .optional(),
    transform: z.string().optional(),
    transformSettings: settings().optional(),
  });
  return z.strictObject({
    steps: z
      .array(step.meta({ additionalProperties: undefined }))
      .min(1)
      .max(20)
      .describe('Step 0 is the source; later steps run once per record.'),
    dryRun: z.boolean().describe('Only check, and answer the typed plan.').default(false),
    background: z.boolean().describe('Answer a runHandle at once.').default(false),
    onError: z
      .enum(['fail', 'skip'])
      .describe('skip: a failed record is listed and the next one goes on.')
      .default('fail'),
    maxRecords: z.int().min(1).describe('Source records to take at most.').optional(),
    [confirmControl]: z.string().describe('Approval token.').optional(),
  });
}

function executeOutput() {
  const details = () => z.array(z.unknown()).optional();
  return z
    .object({
      ...runAnswerShape(),
      runHandle: z.string().optional(),
      plan: z.unknown().describe('Of a dry run.').optional(),
      access: details(),
      problems: details(),
    })
    .meta({ additionalProperties: undefined });
}

type Answer = z.input<ReturnType<typeof executeOutput>>;

/** Makes `pipeline_execute`: records from one system through others into a file, without the model. */
export function createPipelineExecuteTool(pipelines: RecordPipelines): ToolDefinition {
  const compile = (args: object, context: CallContext) =>
    compileSpec(args as RecordSpec, context, pipelines);
  return defineTool({
    name: 'pipeline_execute',
    category: 'meta',
    title: 'Run a record pipeline',
    description: `Compiles and runs an ordered list of steps over many records: exports, reports, the same action for each. Records never return to you between steps, only the final file and a summary.
When to use: for everything of the kind "for every X, look up or do Y, make a CSV". Call pipeline_discover first for exact names and settings, then dryRun: true until the plan validates, then dryRun: false.
Step 0 is the source (an operation that iterates). Each later step's operation runs per incoming record, and its transform shapes the output. End with a Record-to-CSV (or PDF) transform to receive a file. Write pipelines need one approval.
Example: {steps:[{resource:"Discord",operation:"members_list",operationSettings:{guild_id:"123456789012345678"},transform:"DiscordMemberToRecord"},{transform:"RecordSetToCSVStringSet"}],dryRun:true}
Returns {CSVFile, summary:{stepCount, recordsProcessed, truncated, rowCount}}, or {runHandle} for background: true.`,
    input: executeInput,
    output: executeOutput,
    effect: 'once',
    calls: (args) => callsOf(args as RecordSpec, pipelines),
    prepare: ({ steps, maxRecords, ...more }) => ({
      ...more,
      steps: parseSettings(steps as RecordSpec['steps'], pipelines) as typeof steps,
      maxRecords: Math.min(maxRecords ?? pipelines.maximumRecords, pipelines.maximumRecords),
    }),
    check: async (args, context): Promise<Reply<Answer> | undefined> => {
      const checked = compile(args, context);
      const access = [...checked.access];
      if ('problems' in checked) {
        return (await refuseSpec(checked.problems, access, context, pipelines)) as Reply<Answer>;
      }
      if (args.background) {
        checkBackground(args as RecordSpec, checked.pipeline.plan, pipelines);
      }
      if (!args.dryRun) return undefined;
      return new Reply<Answer>({ plan: { ...checked.pipeline.plan }, access });
    },
    approvalFor: async (args, context) => {
      const checked = compile(args, context);
      if ('problems' in checked || !checked.pipeline.plan.writes) return undefined;
      return { reason: `It writes for up to ${args.maxRecords} records.` };
    },
    previewLines: async (args, context) => {
      const checked = compile(args, context);
      if ('problems' in checked) return [];
      return await previewRecords(checked.pipeline, args as RecordSpec, context, pipelines);
    },
    run: async (args, context): Promise<Reply<Answer>> => {
      const spec = args as RecordSpec;
      const checked = compile(args, context);
      if ('problems' in checked) throw new Error('A pipeline with problems came to its run.');
      if (!spec.background) return await runNow(checked.pipeline, spec, context, pipelines);
      const stripped = tellStripped(checked.pipeline.plan);
      const runHandle = await startBackground(spec, context, pipelines);
      return new Reply({ runHandle }, { notes: stripped === undefined ? [] : [stripped] });
    },
  });
}
