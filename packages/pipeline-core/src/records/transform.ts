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
}

/** A transform at work in one run. */
export interface OpenTransform {
  /**
   * Shapes values, or takes them into the artifact: one outcome for each, in order. A terminal gives
   * no values. Called with up to a few hundred values and never again before it resolves.
   */
  apply(values: readonly unknown[]): Promise<readonly TransformOutcome[]>;
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
  /** How the artifact is handed over; `undefined` of a transform that is no terminal. */
  readonly artifact?: { readonly mediaType: string; readonly encoding: 'text' | 'base64' };
  /** Schema of its settings, for `pipeline_discover`. */
  readonly settings: JsonSchema;
  /** Every problem of the settings, before anything runs. */
  checkSettings(settings: DataRecord): readonly { readonly path: Path; readonly message: string }[];
  open(settings: DataRecord, ports: TransformPorts): Promise<OpenTransform>;
}
