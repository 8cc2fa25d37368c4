import type { Path } from '../../check/step-tools.ts';
import type { CompiledArguments } from '../../template/arguments.ts';
import type { Transform, TypeName } from '../transform.ts';
import type { RecordEffect, RecordOperation, RecordResource } from '../vocabulary.ts';

type Settings = Readonly<Record<string, unknown>>;

/** One step of a plan: JSON, for a dry run and for an approval. Null stands for "none" and "not declared". */
export interface RecordPlanStep {
  /** From 0. */
  readonly step: number;
  readonly id: string | null;
  readonly resource: string | null;
  readonly operation: string | null;
  /** The registered tool behind the operation. */
  readonly tool: string | null;
  /** False if the operation is only authorized and typed: that of a record-set terminal. */
  readonly executed: boolean;
  /** What a repeat of the operation does; null if none is executed. */
  readonly effect: RecordEffect | null;
  /** True if executing the step may change something. */
  readonly writes: boolean;
  readonly destructive: boolean;
  readonly operationSettings: Settings;
  /** What is filled in from each record. */
  readonly templates: readonly {
    readonly path: Path;
    readonly text: string;
    readonly fields: readonly string[];
  }[];
  readonly transform: string | null;
  readonly transformSettings: Settings;
  readonly terminal: Transform['terminal'];
  readonly types: {
    readonly incoming: TypeName | null;
    readonly operationInput: TypeName | null;
    readonly operationOutput: TypeName | null;
    readonly transformInput: TypeName | null;
    readonly transformOutput: TypeName | null;
    /** The step's effective output. */
    readonly output: TypeName | null;
  };
  /** Where keys beginning with `__` stood in the step. They are left out. */
  readonly stripped: readonly string[];
}

/** A checked and typed pipeline: JSON. */
export interface RecordPlan {
  readonly steps: readonly RecordPlanStep[];
  /** How the artifact is handed over; null if the last step is no terminal. */
  readonly artifact: Transform['artifact'] | null;
  /** True if any step may change something. */
  readonly writes: boolean;
  readonly destructive: boolean;
  /** True if an interrupted run can go on after its last finished record. */
  readonly resumable: boolean;
  readonly dryRun: boolean;
  readonly background: boolean;
  readonly onError: 'fail' | 'skip';
  /** Null if the spec sets no cap of its own. */
  readonly maxRecords: number | null;
  /** Where keys beginning with `__` stood outside the steps. */
  readonly stripped: readonly string[];
}

/** One step, ready to run. */
export interface CompiledRecordStep {
  readonly plan: RecordPlanStep;
  /** The operation that is called; absent if none is. */
  readonly call?: {
    readonly resource: RecordResource;
    readonly operation: RecordOperation;
    readonly settings: CompiledArguments;
  };
  readonly transform?: Transform;
}

/** A pipeline that has passed the check. Nothing of it is compiled again when it runs. */
export interface CompiledRecordPipeline {
  readonly plan: RecordPlan;
  readonly steps: readonly CompiledRecordStep[];
}
