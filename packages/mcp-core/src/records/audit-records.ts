import { randomUUID } from 'node:crypto';
import type { RecordPlan, RecordProblem, RecordRunResult } from '@guildline/pipeline-core';
import type { AuditedRecords, AuditOutcome } from '../audit/audit-event.ts';
import type { CallOutcome, ToolError } from '../errors/tool-error.ts';
import { redactText } from '../redaction/redact.ts';
import type { StepAuthorization } from './compile-spec.ts';
import type { RecordPipelines } from './record-pipelines.ts';

/** The call, or the background run, that the events belong to. */
export interface RecordAuditPlace {
  readonly caller: string;
  readonly traceId: string;
  readonly parentId: string;
}

interface Event {
  readonly event: 'pipeline_run' | 'pipeline_step';
  readonly tool: string;
  readonly outcome: CallOutcome;
  readonly code?: string | undefined;
  readonly duration?: number;
  readonly records: AuditedRecords;
}

/** Characters of a reason in an event. */
const longestReason = 500;

/** Writes the events of steps and runs. What cannot be written is told, and changes nothing else. */
export class RecordAudit {
  readonly #pipelines: RecordPipelines;
  readonly #place: RecordAuditPlace;

  constructor(pipelines: RecordPipelines, place: RecordAuditPlace) {
    this.#pipelines = pipelines;
    this.#place = place;
  }

  /** A spec that was not run: its denied steps, and the run. Gives why that is not in the log, if so. */
  async rejected(
    access: readonly StepAuthorization[],
    problems: readonly RecordProblem[],
  ): Promise<string | undefined> {
    const denied = access.filter(({ authorized, code }) => !authorized && code);
    const steps = denied.map(({ step, resource, operation, tool, code, reason }): Event => {
      const records = { step, resource, operation, status: 'denied', ...toReason(reason) } as const;
      return {
        event: 'pipeline_step',
        tool: tool ?? operation,
        outcome: 'not_applied',
        code,
        records,
      };
    });
    const [first] = problems;
    const run: Event = {
      event: 'pipeline_run',
      tool: 'pipeline_execute',
      outcome: 'not_applied',
      code: first?.code,
      records: { status: 'rejected', ...toReason(first?.message) },
    };
    return await this.#write([...steps, run]);
  }

  /** A run that has ended. Gives why that is not in the log, if so. */
  async ended(
    plan: RecordPlan,
    result: RecordRunResult,
    denied: ReadonlyMap<number, ToolError>,
  ): Promise<string | undefined> {
    const steps = plan.steps.flatMap((step) =>
      step.operation === null ? [] : [toStepEvent(step, result, denied.get(step.step))],
    );
    const { counts, error, status, truncated, duration_ms: duration } = result;
    const { steps: _steps, ...numbers } = counts;
    const statuses = { completed: 'ok', failed: 'error', stopped: 'stopped' } as const;
    const run: Event = {
      event: 'pipeline_run',
      tool: 'pipeline_execute',
      outcome: worst(steps.map(({ outcome }) => outcome)),
      code: error?.code,
      duration,
      records: {
        status: statuses[status],
        ...toReason(error?.message),
        counts: numbers,
        truncated,
      },
    };
    return await this.#write([...steps, run]);
  }

  async #write(events: readonly Event[]): Promise<string | undefined> {
    const { source, clock } = this.#pipelines;
    if (!source.audit) return undefined;
    const { caller, traceId, parentId } = this.#place;
    try {
      for (const { event, tool, outcome, code, duration = 0, records } of events) {
        const written: AuditOutcome = {
          phase: 'outcome',
          at: new Date(clock.now()).toISOString(),
          event,
          tool,
          caller,
          trace_id: traceId,
          call_id: randomUUID(),
          parent_id: parentId,
          target: {},
          outcome,
          ...(code === undefined ? {} : { code }),
          duration_ms: duration,
          records,
        };
        await source.audit.write(written);
      }
      return undefined;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return `The events of the pipeline's steps and run are missing from the audit log. ${reason}`;
    }
  }
}

function toStepEvent(
  step: RecordPlan['steps'][number],
  { counts }: RecordRunResult,
  denial: ToolError | undefined,
): Event {
  const counted = counts.steps[step.step];
  const { attempted = 0, succeeded = 0, failed = 0, unknown = 0 } = counted ?? {};
  const applied = unknown > 0 ? 'unknown' : succeeded > 0 ? 'applied' : 'not_applied';
  const ran = attempted > 0 ? 'executed' : 'not_reached';
  const status = denial ? 'denied' : step.executed ? ran : 'authorized';
  return {
    event: 'pipeline_step',
    tool: step.tool ?? '',
    outcome: step.writes ? applied : 'not_applied',
    code: denial?.code,
    records: {
      step: step.step,
      resource: step.resource ?? '',
      operation: step.operation ?? '',
      status,
      ...toReason(denial?.message),
      counts: { attempted, succeeded, failed, unknown },
    },
  };
}

function worst(outcomes: readonly CallOutcome[]): CallOutcome {
  if (outcomes.includes('unknown')) return 'unknown';
  return outcomes.includes('applied') ? 'applied' : 'not_applied';
}

function toReason(message: string | undefined): { readonly reason?: string } {
  return message === undefined ? {} : { reason: redactText(message).slice(0, longestReason) };
}
