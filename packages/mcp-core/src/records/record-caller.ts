import { randomUUID } from 'node:crypto';
import type { CallResult } from '@guildline/pipeline-core';
import type { StepGrant } from '../approval/grant.ts';
import type { Caller, CallRequest } from '../context.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Outcome } from '../outcome.ts';
import type { CallBounds } from '../runs/target.ts';
import { toStepFailure } from '../workflow/to-step-failure.ts';
import type { ExposedOperation } from './exposed-operation.ts';
import type { RecordPipelines } from './record-pipelines.ts';
import { refuseResource } from './refuse-operation.ts';

/** On whose behalf a run makes its calls. */
export interface RecordCallerSource {
  readonly pipelines: RecordPipelines;
  /** The caller with the groups that it has now; asked before each call. */
  readonly caller: () => Caller | undefined;
  /** What a person granted each step, by its index. */
  readonly grants: ReadonlyMap<number, StepGrant>;
  readonly traceId: string;
  /** The call, or the run, of which the calls are a part. */
  readonly parentId: string;
  readonly bounds?: CallBounds | undefined;
  /** The beginning of every idempotency key. */
  readonly keys: string;
}

/** One call of an operation. */
export interface OperationCall {
  readonly step: number;
  readonly operation: ExposedOperation;
  readonly args: Readonly<Record<string, unknown>>;
  /** Unique within the run. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly lookup?: CallRequest['lookup'];
}

/** Codes with which a call is refused because of who asks, or where it leads. */
const denials: ReadonlySet<string> = new Set([
  'NOT_AUTHORIZED',
  'TOOL_DISABLED',
  'READ_ONLY',
  'GUILD_NOT_ALLOWED',
  'CHANNEL_NOT_ALLOWED',
  'CONFIRMATION_REQUIRED',
  'CONFIRMATION_INVALID',
]);

/** Makes the calls of one run: each a call of the registered tool, judged like any other. */
export class RecordCaller {
  readonly #source: RecordCallerSource;
  /** The first denial of each step. */
  readonly denied: Map<number, ToolError> = new Map();

  constructor(source: RecordCallerSource) {
    this.#source = source;
  }

  async call(call: OperationCall): Promise<Outcome> {
    const outcome = await this.#dispatch(call);
    if (outcome.kind === 'error' && denials.has(outcome.error.code)) {
      if (!this.denied.has(call.step)) this.denied.set(call.step, outcome.error);
    }
    return outcome;
  }

  async #dispatch({ step, operation, args, key, signal, deadline, lookup }: OperationCall) {
    const { pipelines, grants, traceId, parentId, bounds, keys } = this.#source;
    const caller = this.#source.caller();
    const error = caller ? this.#refuse(operation, caller) : unknownCaller();
    if (!caller || error) return { kind: 'error', error: error as ToolError } as const;
    return await pipelines.source.dispatch(operation.tool, args, {
      caller,
      signal,
      deadline,
      bounds,
      lookup,
      idempotencyKey: `${keys}/${key}`,
      trace: { traceId, callId: randomUUID(), parentId },
      stringsParsed: true,
      inner: true,
      grant: grants.get(step),
    });
  }

  /** The resource as it is configured now. The tool itself is judged where it is dispatched. */
  #refuse({ resource: { name } }: ExposedOperation, caller: Caller): ToolError | undefined {
    const { source, isMember } = this.#source.pipelines;
    const resource = source.resources().find((one) => one.name === name);
    if (resource) return refuseResource(resource, caller, isMember);
    return new ToolError({
      code: 'NOT_AUTHORIZED',
      message: `The resource ${name} is not there any more. Ask whoever runs this server.`,
    });
  }
}

/** How a call ended, as a record run takes it. */
export function toCallResult(outcome: Outcome): CallResult {
  if (outcome.kind === 'result') return { ok: true, result: outcome.structured };
  return { ok: false, error: toStepFailure(outcome) };
}

function unknownCaller(): ToolError {
  return new ToolError({
    code: 'NOT_AUTHORIZED',
    message: 'Whoever started the run is not known to this server any more. Nothing was called.',
  });
}
