import {
  type CompiledRecordPipeline,
  type CompiledRecordStep,
  fillArguments,
  PipelineError,
  runRecordPipeline,
  type Transform,
} from '@guildline/pipeline-core';
import type { CallContext } from '../context.ts';
import { fenceText, toPreviewLines } from '../workflow/fence-text.ts';
import { forecastRecords } from './forecast-records.ts';
import type { RecordPipelines } from './record-pipelines.ts';
import { createCaller, createCallPorts } from './run-now.ts';
import { executedSteps, type RecordSpec } from './spec.ts';

/** Rows that are shown. */
const mostRows = 5;
/** Source records that are read for them. */
const mostRead = 100;

type WritingStep = ReturnType<typeof executedSteps>[number];

/**
 * What a person is shown of a pipeline that writes: what it does to how many records at most, the
 * first rows as they will be written, and what it costs. Makes only reads: those before the first
 * step that writes.
 */
export async function previewRecords(
  pipeline: CompiledRecordPipeline,
  spec: RecordSpec,
  context: CallContext,
  pipelines: RecordPipelines,
): Promise<readonly string[]> {
  const writing = executedSteps(pipeline).filter(({ plan }) => plan.writes);
  const [first] = writing;
  if (!first) return [];
  const source = pipeline.steps[0]?.plan;
  const rows = await firstRows(pipeline, first, spec, context, pipelines);
  return [
    `records: at most ${spec.maxRecords}, from ${source?.resource} ${source?.operation}`,
    ...writing.flatMap(({ plan }) =>
      toPreviewLines(
        `for each, step ${plan.step}, ${plan.tool}`,
        showSettings(plan.operationSettings),
      ),
    ),
    ...rows.lines,
    ...shapingLines(pipeline, writing.at(-1)?.plan.step ?? 0),
    ...forecastRecords(pipeline, spec, rows.args, pipelines),
  ];
}

/** What shapes the records before they are written: the rows behind the first ones are made by it. */
function shapingLines({ steps }: CompiledRecordPipeline, lastWrite: number): readonly string[] {
  return steps.slice(0, lastWrite).flatMap(({ plan: { step, transform, transformSettings } }) => {
    if (transform === null || Object.keys(transformSettings).length === 0) return [];
    return toPreviewLines(`shaped by step ${step}, ${transform}`, showSettings(transformSettings));
  });
}

/** Settings with the short values first, so that no long text pushes an id out of sight. */
function showSettings(settings: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(settings)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .toSorted((one, other) => one.length - other.length);
  return `{${texts.join(',')}}`;
}

interface FirstRows {
  readonly lines: readonly string[];
  /** The arguments of the first call; undefined if there is none. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

async function firstRows(
  pipeline: CompiledRecordPipeline,
  { plan, call }: WritingStep,
  spec: RecordSpec,
  context: CallContext,
  pipelines: RecordPipelines,
): Promise<FirstRows> {
  const values: unknown[] = [];
  const prefix = cutBefore(pipeline, plan.step, values);
  const caller = createCaller(spec, context, pipelines);
  const enough = {
    get aborted() {
      return context.signal.aborted || values.length >= mostRows;
    },
  };
  const result = await runRecordPipeline(prefix, {
    ...createCallPorts(prefix, caller, spec, context, pipelines),
    signal: enough,
    maxRecords: Math.min(mostRead, spec.maxRecords),
  });
  const rendered = values.slice(0, mostRows).map((value) => render(call.settings, value));
  const lines = rendered.map(({ text }, row) => `row ${row + 1}: ${fenceText(text, 400)}`);
  const { read } = result.counts;
  const isWhole = values.length === 0 && result.status === 'completed';
  const none = isWhole
    ? [`None of the first ${read} records comes as far as step ${plan.step}.`]
    : [];
  const failure =
    result.status === 'failed'
      ? [`The first rows could not be read: ${fenceText(result.error?.message ?? '')}`]
      : [];
  return { lines: [...lines, ...none, ...failure], args: rendered.find(({ args }) => args)?.args };
}

/** The steps before one that writes, which then lead into a list. */
function cutBefore(
  { plan, steps }: CompiledRecordPipeline,
  step: number,
  values: unknown[],
): CompiledRecordPipeline {
  const before = steps.slice(0, step);
  const collect = collectInto(values);
  const last: CompiledRecordStep = {
    plan: {
      ...(steps[step] as CompiledRecordStep).plan,
      executed: false,
      writes: false,
      destructive: false,
      transform: collect.name,
      transformSettings: {},
      terminal: 'set',
    },
    transform: collect,
  };
  const kept = [...before, last];
  return {
    steps: kept,
    plan: {
      ...plan,
      steps: kept.map((one) => one.plan),
      artifact: null,
      writes: false,
      destructive: false,
      onError: 'skip',
    },
  };
}

function collectInto(values: unknown[]): Transform {
  return {
    name: 'Preview',
    description: 'Keeps the first values.',
    input: undefined,
    output: undefined,
    terminal: 'set',
    settings: {},
    checkSettings: () => [],
    open: async () => ({
      apply: async (batch) => {
        values.push(...batch.slice(0, mostRows));
        return batch.map(() => ({ values: [] }));
      },
      finish: async () => undefined,
      close: async () => undefined,
    }),
  };
}

function render(settings: WritingStep['call']['settings'], value: unknown) {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  try {
    const args = fillArguments(settings, isRecord ? (value as Record<string, unknown>) : { value });
    return { args, text: showSettings(args) };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    return { args: undefined, text: `fails: ${error.message}` };
  }
}
