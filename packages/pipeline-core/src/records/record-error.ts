/**
 * Why a source cannot be read on, or a transform cannot be opened, for a reason that its caller can
 * mend. The run ends with this code and message; anything else that is thrown counts as a defect.
 */
export class RecordError extends Error {
  override readonly name: string = 'RecordError';
  readonly code: string;

  /** @param message what was wrong and what to do next */
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
