import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** Discord's nested field errors: `errors.<key>.<index>._errors[]`. */
export interface FieldErrors {
  [key: string]: FieldErrors | { code: string; message: string }[];
}

/** An answer with Discord's error body. Thrown by a route before it changes anything. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: number;
  readonly errors: FieldErrors | undefined;

  constructor(status: number, code: number, message: string, errors?: FieldErrors) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  get body(): Record<string, unknown> {
    const { message, code, errors } = this;
    return errors ? { message, code, errors } : { message, code };
  }
}

/** The error Discord gives a code, with its own text and status. */
export function apiError(code: ErrorCode): ApiError {
  const { status, message } = ERROR_CODES[code];
  return new ApiError(status, code, message);
}

/** Discord's answer without a code of its own, such as `404: Not Found`. */
export function plainError(status: number, text: string): ApiError {
  return new ApiError(status, 0, `${status}: ${text}`);
}
