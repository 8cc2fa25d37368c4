import { setImmediate as turn } from 'node:timers/promises';
import type { CompiledRecordPipeline, RecordRunPorts, StepFailure } from '@guildline/pipeline-core';
import { ToolError } from '../../errors/tool-error.ts';
import { redactValue } from '../../redaction/redact.ts';
import { redacted as redactedText } from '../../redaction/secret-shapes.ts';
import type { Execution } from '../../runs/execution.ts';
import type { ExposedOperation } from '../exposed-operation.ts';
import { readPages, type SourcePage } from '../read-pages.ts';
import { type RecordCaller, toCallResult } from '../record-caller.ts';
import type { RecordPipelines } from '../record-pipelines.ts';
import { WriteQuota } from '../write-quota.ts';
import type { BatchKeeper } from './batch-keeper.ts';
import { RecordWriter } from './record-writer.ts';
import { inputOf } from './records-input.ts';

/**
 * How a background run reads its source and calls its operations. Pages are kept before their records
 * are written from; a read stops with the run, and a write that has begun is waited for.
 */
export function createBackgroundPorts(
  { plan, steps }: CompiledRecordPipeline,
  execution: Execution,
  keeper: BatchKeeper,
  caller: RecordCaller,
  pipelines: RecordPipelines,
): Pick<RecordRunPorts, 'call' | 'clock' | 'pause' | 'signal' | 'source'> {
  const { clock, callTime, slots } = pipelines;
  const signal = AbortSignal.any([execution.signal, keeper.broken]);
  const writer = new RecordWriter(execution, keeper, caller, pipelines);
  const written = keeper.checkpoint?.counts.steps ?? [];
  const quota = new WriteQuota(
    inputOf(execution.run).spec.maxRecords,
    written.map(({ step, attempted }) => [step, attempted] as const),
  );
  const operationOf = (step: number) => steps[step]?.call?.operation as ExposedOperation;
  const read = async (step: number, args: Readonly<Record<string, unknown>>, key: string) => {
    const operation = operationOf(step);
    const outcome = await slots.run(signal, () => {
      const deadline = clock.now() + callTime;
      return caller.call({ step, operation, args, key, signal, deadline });
    });
    return outcome ?? stopped();
  };
  const onPage = async (page: SourcePage): Promise<SourcePage> => {
    const clean = redactValue(page) as SourcePage;
    if (plan.resumable) await keeper.addPage(clean, plan.writes);
    return clean;
  };
  return {
    clock,
    signal,
    pause: () => turn(),
    source: ({ settings, limit }) => {
      const call = (args: Readonly<Record<string, unknown>>, key: string) => read(0, args, key);
      const operation = operationOf(0);
      return readPages({ operation, settings, limit, call, known: keeper.pages, onPage });
    },
    call: async (call) => {
      const { step, writes } = call.step;
      const lost = refuseRedacted(call.settings);
      if (lost) return { ok: false, error: lost };
      if (!writes) return redacted(toCallResult(await read(step, call.settings, call.key)));
      const refusal = quota.take(step);
      if (refusal) return { ok: false, error: refusal };
      return redacted(await writer.write(call, operationOf(step)));
    },
  };
}

/** What is kept holds no secrets, and a record is the same whether the process lives on or not. */
function redacted<Value>(value: Value): Value {
  return redactValue(value) as Value;
}

/** What was taken out of a record must not be written, or asked for, as if it stood there. */
function refuseRedacted(settings: Readonly<Record<string, unknown>>): StepFailure | undefined {
  if (!JSON.stringify(settings).includes(redactedText)) return undefined;
  return {
    code: 'RECORD_SETTINGS_INVALID',
    message: `The settings for this record would hold "${redactedText}": what looked like a secret was taken out of the record, because a background run is kept and keeps no secrets. Run such records without background.`,
    retriable: false,
    outcome: 'not_applied',
  };
}

function stopped() {
  return {
    kind: 'error',
    error: new ToolError({ code: 'CANCELLED', message: 'The run was stopped before the call.' }),
  } as const;
}
