/** What the code of one transform may use. Times are milliseconds, sizes bytes unless they say otherwise. */
export interface JavaScriptLimits {
  /** Time for one record, after which the interpreter is interrupted. */
  readonly softTime: number;
  /** Time for one record, after which the whole worker is ended: built-in functions hear no interrupt. */
  readonly hardTime: number;
  /** Memory of the interpreter. */
  readonly memory: number;
  /** Stack of the interpreter. */
  readonly stack: number;
  /** Length of one record as JSON, in characters, on its way in. */
  readonly inputLength: number;
  /** Length of what the code gives for one record as JSON, in characters. */
  readonly outputLength: number;
  /** Objects and lists inside each other, on both ways. */
  readonly depth: number;
  /** Workers that one run may use up before it is ended. */
  readonly restarts: number;
}

/** What every run gets. */
export const javaScriptLimits: JavaScriptLimits = {
  softTime: 50,
  hardTime: 1_000,
  memory: 32 * 1024 * 1024,
  stack: 256 * 1024,
  inputLength: 1024 * 1024,
  outputLength: 256 * 1024,
  depth: 64,
  restarts: 20,
};
