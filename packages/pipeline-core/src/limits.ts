/**
 * What a template may cost. An input beyond a limit is refused with a message that names the limit;
 * nothing is cut off in silence.
 */
export const limits: {
  /** Characters of one JMESPath expression. A plain path has no limit of its own. */
  readonly expressionCharacters: number;
  /** Nodes of one expression's tree. */
  readonly expressionNodes: number;
  /** Levels of brackets, and of the tree. */
  readonly expressionDepth: number;
  /** Expressions in the templates of one step. */
  readonly expressions: number;
  /** Units of work to fill one step; looking at one value costs about one. */
  readonly work: number;
  /** Characters that filling one step may write, counted as they would be printed. */
  readonly characters: number;
  /** Values inside the arguments of one step. */
  readonly argumentValues: number;
  /** Levels of nesting inside the arguments of one step. */
  readonly argumentDepth: number;
  /** Problems that the check lists for one step before it only counts them. */
  readonly problemsPerStep: number;
} = Object.freeze({
  expressionCharacters: 1000,
  expressionNodes: 256,
  expressionDepth: 64,
  expressions: 1000,
  work: 1_000_000,
  characters: 16 * 1024 * 1024,
  argumentValues: 200_000,
  argumentDepth: 128,
  problemsPerStep: 50,
});
