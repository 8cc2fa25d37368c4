import type { RecordPlan } from '@guildline/pipeline-core';
import type { StepGrant } from '../../approval/grant.ts';
import type { Run } from '../../runs/run.ts';
import type { CallBounds } from '../../runs/target.ts';
import type { RunAnswer } from '../answer-schema.ts';
import type { RecordSpec } from '../spec.ts';

/** The kind of run that a background record pipeline is. */
export const recordsKind = 'records';

/** What a background run is started with. Later versions of the server read it, too. */
export interface RecordsInput {
  readonly spec: RecordSpec;
  /** What the steps of an approved pipeline were granted, by their index. */
  readonly grants: readonly (readonly [number, StepGrant])[];
  /** Trace of the call that started the run; its calls belong to it. */
  readonly trace_id: string;
  readonly bounds: CallBounds | null;
}

/** What a background run was started with. */
export function inputOf(run: Pick<Run, 'input'>): RecordsInput {
  return run.input as RecordsInput;
}

/** What a background run keeps beside its steps: how far it is, and how it ended. */
export interface RecordsNote {
  readonly summary?: RunAnswer['summary'];
  readonly error?: RunAnswer['error'];
  readonly artifact?: RecordPlan['artifact'];
  /** Name of the execution whose files hold what the run has made. */
  readonly execution?: string;
  /** What could not be written to the audit log. */
  readonly unwritten?: string;
  /** The engine's own word of a defect. */
  readonly failure?: { readonly code: string; readonly message: string };
}

/** What a background run keeps beside its steps. */
export function noteOf({ note }: Pick<Run, 'note'>): RecordsNote {
  return (note ?? {}) as RecordsNote;
}
