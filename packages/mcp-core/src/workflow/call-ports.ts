import type { Clock } from '@guildline/pipeline-core';
import type { Registry } from '../registry.ts';
import type { CallSlots } from './call-slots.ts';
import type { StepCallerSource } from './step-caller.ts';

/** Waits; rejects once `signal` is aborted. Nothing is kept alive for it. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** What the calls of a process's workflows share. */
export interface CallPorts extends StepCallerSource {
  readonly tools: () => Registry;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly slots: CallSlots;
  /** Milliseconds after which a call is given up. */
  readonly callTime: number;
}
