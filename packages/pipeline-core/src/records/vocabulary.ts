import type { JsonSchema, StepTool, StepToolRefusal } from '../check/step-tools.ts';
import type { Transform, TypeName } from './transform.ts';

/** A kind of record. Types are compared by name alone. */
export interface RecordType {
  readonly name: TypeName;
  readonly description: string;
  /** What a record of this type looks like. Templates that read a field which it excludes are refused. */
  readonly schema?: JsonSchema;
}

/** What a repeat of an operation does: nothing, the same again, the same under the same key, or doubling. */
export type RecordEffect = 'read' | 'idempotent' | 'keyed' | 'once';

/** A registered tool, seen with record types. */
export interface RecordOperation {
  readonly name: string;
  readonly description: string;
  /** The tool behind it, which is also offered by itself. */
  readonly tool: string;
  /** The type of record for which it is called; `undefined` if it is not declared, and of a source. */
  readonly input: TypeName | undefined;
  /** The type it gives for one record, or of which a source gives many. */
  readonly output: TypeName | undefined;
  /** True of a source: it gives many records, in pages, and is step 0. */
  readonly iterates: boolean;
  /** Schema of its settings: the tool's parameters, and never a credential. */
  readonly settings: JsonSchema;
  /** Settings that a spec has to give; the rest has defaults or comes from the record. */
  readonly requiredSettings: readonly string[];
  /** Problems inside the settings that the names alone do not show. */
  readonly checkSettings?: StepTool['checkArguments'];
  readonly effect: RecordEffect;
  /** True if its effect deletes, removes people or cannot be undone. */
  readonly destructive: boolean;
  /**
   * True of a read whose answer depends on the settings alone, whatever the record: within one run,
   * records with equal settings share one answer. Defaults to false.
   */
  readonly reusable?: boolean;
}

/** A connected system with its own credentials and access groups. */
export interface RecordResource {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly RecordOperation[];
  /** Calls that one run may have in flight at once; 4 when absent. Writes go one after the other. */
  readonly concurrency?: number;
}

/** Everything that a spec can name. */
export interface RecordVocabulary {
  readonly resources: readonly RecordResource[];
  readonly transforms: readonly Transform[];
  readonly types?: readonly RecordType[];
  /**
   * Why this caller may not use the operation in a pipeline: access, configuration, a minted caller
   * token. What is refused is never suggested.
   */
  refuse?(resource: RecordResource, operation: RecordOperation): StepToolRefusal | undefined;
}

/** True if the operation may change something. */
export function writes({ effect }: Pick<RecordOperation, 'effect'>): boolean {
  return effect !== 'read';
}
