import type { Clock } from '@guildline/pipeline-core';
import type { Rights } from './access/rights.ts';
import type { StepGrant } from './approval/grant.ts';
import type { ApprovalAnswer, Outcome } from './outcome.ts';
import type { Registry } from './registry.ts';
import type { CallBounds } from './runs/target.ts';
import type { StateView } from './state/state-view.ts';

/** Who calls. Handed over by the transport; on stdio it is the local user. */
export interface Caller {
  readonly id: string;
  readonly groups: readonly string[];
}

/** Where a call stands in a tree of calls. */
export interface Trace {
  /** The same for a call and everything it calls. */
  readonly traceId: string;
  readonly callId: string;
  /** The composer's call, for a step. */
  readonly parentId?: string | undefined;
}

/** One report on long work. `progress` must grow. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a transport tells the dispatcher about a call. Everything has a default but the caller. */
export interface CallRequest {
  readonly caller: Caller;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the Unix epoch; the call is given up then. */
  readonly deadline?: number | undefined;
  readonly progress?: ((progress: Progress) => void) | undefined;
  /** True if the caller's client can ask its person. Defaults to false. */
  readonly canAsk?: boolean | undefined;
  readonly answer?: ApprovalAnswer | undefined;
  /** The same for every repetition of one logical call; made up when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly trace?: Trace | undefined;
  /** True if JSON strings were parsed already, as a composer does before it fills templates. */
  readonly stringsParsed?: boolean | undefined;
  /** True if another call makes this one. Never set by a transport. */
  readonly inner?: boolean | undefined;
  /** Set by a composer whose batch was approved. */
  readonly grant?: StepGrant | undefined;
  /** Where the call, and everything it calls, has to stay. */
  readonly bounds?: CallBounds | undefined;
  /** Set to ask what became of a call with these arguments, made at `since`, instead of making it. */
  readonly lookup?: CallLookup | undefined;
}

/** A question about a call that was made before. */
export interface CallLookup {
  /** When the call was made first, in milliseconds since the epoch. */
  readonly since: number;
}

/** What a running tool sees of its call. */
export interface CallContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly deadline: number | undefined;
  readonly trace: Trace;
  readonly idempotencyKey: string;
  readonly canAsk: boolean;
  readonly answer: ApprovalAnswer | undefined;
  readonly clock: Clock;
  readonly tools: Registry;
  readonly rights: Rights;
  /** True if another call makes this one. */
  readonly inner: boolean;
  /** Of an approved batch: what each step was granted, by its position. */
  readonly grants: ReadonlyMap<number, StepGrant> | undefined;
  /** Of a step of an approved batch. */
  readonly grant: StepGrant | undefined;
  /** What earlier calls of this caller have stored. */
  readonly state: StateView;
  /** Where the call, and everything it calls, has to stay. */
  readonly bounds: CallBounds | undefined;
  /** Set if the call is not made, but looked up: nothing may be changed then. */
  readonly lookup?: CallLookup | undefined;
  progress(progress: Progress): void;
  /** Calls another tool as a part of this call; caller, signal, deadline and trace are inherited. */
  dispatch(
    name: string,
    args: unknown,
    child?: Pick<CallRequest, 'idempotencyKey' | 'stringsParsed' | 'progress' | 'grant'>,
  ): Promise<Outcome>;
}
