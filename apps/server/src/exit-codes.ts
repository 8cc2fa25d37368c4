/** What the process ends with. */
export const exitCodes = {
  success: 0,
  /** The work was tried and failed. */
  failed: 1,
  /** The command line or its input was wrong; nothing was tried. */
  invalid: 2,
  /** A person has to approve the work first; nothing was done. */
  approvalMissing: 3,
} as const;

/** A problem that a person can mend: printed as one line, without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.invalid, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
