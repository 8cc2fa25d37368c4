import type { Cancellation, Clock } from '../call-tool.ts';
import type { JsonSchema, Path } from '../check/step-tools.ts';

/** What a record pipeline moves by default: a JSON object of named fields. Ids in it are strings. */
export type DataRecord = Readonly<Record<string, unknown>>;

/** The name of a record type: `Record`, `DiscordMember`. `object` fits everything. */
export type TypeName = string;

/** Why one record could not be shaped. It is a value: the next record goes on. */
export interface RecordFailure {
  readonly code: string;
  /** What was wrong with this record and what to do next. */
  readonly message: string;
}

/** What became of one value: none, one or many values, or a failure. */
export type TransformOutcome =
  | { readonly values: readonly unknown[] }
  | { readonly failure: RecordFailure };

/** Takes the artifact in pieces; a piece is out of memory once the promise resolves. */
export interface ArtifactSink {
  write(chunk: string | Uint8Array): Promise<void>;
}

/** What an open transform may use of its run. */
export interface TransformPorts {
  readonly clock: Clock;
  readonly signal: Cancellation;
  /** Of a terminal transform: where the artifact goes. */
  readonly sink: ArtifactSink;
  /** Of a resumable terminal: what `suspend` gave in an earlier process. The sink holds what was written until then. */
  readonly resumeFrom?: unknown;
}

/** A transform at work in one run. */
export interface OpenTransform {
  /**
   * Shapes values, or takes them into the artifact: one outcome for each, in order. A terminal gives
   * no values. Called with up to a few hundred values and never again before it resolves. It changes
   * no value: others may hold the same one.
   *
   * @param incoming for each value, what came into the step: the record for which its operation was
   *   called. The value itself in a step without an operation.
   */
  apply(
    values: readonly unknown[],
    incoming: readonly unknown[],
  ): Promise<readonly TransformOutcome[]>;
  /**
   * Of a resumable terminal: writes everything that was applied to the sink and gives, as JSON, what
   * a later `open` needs to continue the artifact right there. Called between two calls of `apply`;
   * the work goes on afterwards.
   */
  suspend?(): Promise<unknown>;
  /** Of a terminal: writes what is left of the artifact. Called once, after the last value. */
  finish(): Promise<void>;
  /** Frees what it holds. Called in any case, once. */
  close(): Promise<void>;
}

/** A transform as it is declared: a value that can be listed without running anything. */
export interface Transform {
  readonly name: string;
  readonly description: string;
  /** The type it takes; `undefined` if it is not declared. */
  readonly input: TypeName | undefined;
  /** The type it gives; `undefined` if it is not declared. */
  readonly output: TypeName | undefined;
  /**
   * `none` shapes each value. A terminal renders the artifact and is the last step's: `record` of
   * what its own step's operation gives, `set` of what the steps before it gave, without an operation.
   */
  readonly terminal: 'none' | 'record' | 'set';
  /** True of a terminal whose artifact can be continued in a later process. Defaults to false. */
  readonly resumable?: boolean;
  /** How the artifact is handed over; `undefined` of a transform that is no terminal. */
  readonly artifact?: { readonly mediaType: string; readonly encoding: 'text' | 'base64' };
  /** Schema of its settings, for `pipeline_discover`. */
  readonly settings: JsonSchema;
  /** Every problem of the settings, before anything runs. */
  checkSettings(settings: DataRecord): readonly { readonly path: Path; readonly message: string }[];
  /**
   * Makes the transform ready for one run.
   *
   * @throws RecordError for a reason that lies in the settings; anything else counts as a defect.
   */
  open(settings: DataRecord, ports: TransformPorts): Promise<OpenTransform>;
}
