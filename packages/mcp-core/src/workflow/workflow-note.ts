import type { Run } from '../runs/run.ts';

/** Why a workflow failed, or is in review. */
export interface WorkflowFailure {
  readonly code: string;
  readonly message: string;
}

/** What a person has to know of a call that may or may not have been applied. */
export interface Review {
  readonly position: number;
  readonly step: string;
  readonly tool: string;
  /** The arguments of the call, shortened and without secrets. */
  readonly args: unknown;
  /** When the call may have been made first, in milliseconds since the epoch. */
  readonly claimed_at: number;
  /** Until when the request may still arrive, in milliseconds since the epoch; absent if it cannot. */
  readonly open_until?: number | undefined;
  /** What is known of it, in a sentence. */
  readonly known: string;
}

/** What a workflow waits for. Times are milliseconds since the epoch. */
export type Waiting = { readonly position: number; readonly step: string } & (
  | { readonly for: 'time'; readonly until: number }
  | {
      readonly for: 'retry';
      readonly until: number;
      /** How often the step was refused until now. */
      readonly refusals: number;
      readonly failure: WorkflowFailure;
    }
  | {
      readonly for: 'person';
      readonly question: string;
      readonly choices?: readonly string[] | undefined;
      readonly asked_at: number;
    }
);

/** What somebody has decided about a step that may or may not have been applied. */
export interface Decision {
  readonly position: number;
  readonly outcome: 'applied' | 'not_applied' | 'skip';
  /** Of an applied step: its result, or null if nobody knows it. */
  readonly result: unknown;
  readonly by: string;
  readonly at: number;
}

/** A person's answer to a step's question. */
export interface Answer {
  readonly position: number;
  readonly answer: string;
  readonly by: string;
  readonly at: number;
}

/** What the run of a workflow keeps beside its steps. An ending replaces all of it. */
export interface WorkflowNote {
  readonly failure?: WorkflowFailure;
  readonly review?: Review;
  readonly waiting?: Waiting;
  readonly decision?: Decision;
  readonly answer?: Answer;
}

/** What a workflow's run keeps beside its steps. */
export function noteOf({ note }: Pick<Run, 'note'>): WorkflowNote {
  return (note ?? {}) as WorkflowNote;
}
