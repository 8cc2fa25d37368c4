import { CommandError, exitCodes } from '../exit-codes.ts';
import { formatProblem, type Problem } from './problem.ts';

/** The configuration cannot be used. The message lists every problem, one a line. */
export class ConfigurationError extends CommandError {
  override readonly name: string = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(formatProblem);
    const count = lines.length === 1 ? 'a problem' : `${lines.length} problems`;
    const usage = problems.every(({ origin }) => origin === 'flag');
    super(
      `The configuration has ${count}:\n${lines.join('\n')}`,
      usage ? exitCodes.invalid : exitCodes.failed,
    );
    this.problems = problems;
  }
}
