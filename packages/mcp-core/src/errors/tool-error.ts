import type { ErrorCode } from './codes.ts';

/** Whether a failed call had its effect. */
export type CallOutcome = 'not_applied' | 'applied' | 'unknown';

/** A tool error as it travels: JSON text on the wire, a step's failure in a composer. */
export interface ToolErrorShape {
  readonly code: string;
  readonly message: string;
  readonly retriable: boolean;
  readonly outcome: CallOutcome;
  readonly retry_after_ms?: number;
  readonly details?: unknown;
}

/** What {@link ToolError} is made from. */
export interface ToolErrorFields {
  readonly code: ErrorCode;
  /** What was wrong, where, and what to do next. Never holds a secret. */
  readonly message: string;
  /** True only if the same call can succeed later and repeating it cannot double anything. Defaults to false. */
  readonly retriable?: boolean;
  /** Defaults to `not_applied`. */
  readonly outcome?: CallOutcome;
  /** Milliseconds to wait before calling again. */
  readonly retryAfterMs?: number | undefined;
  /** JSON; more for a program than for a reader. */
  readonly details?: unknown;
  readonly cause?: unknown;
}

/** The one error class of a tool call. Anything else that is thrown becomes `INTERNAL_ERROR`. */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
  readonly code: ErrorCode;
  readonly retriable: boolean;
  readonly outcome: CallOutcome;
  readonly retryAfterMs: number | undefined;
  readonly details: unknown;

  constructor(fields: ToolErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = fields.code;
    this.retriable = fields.retriable ?? false;
    this.outcome = fields.outcome ?? 'not_applied';
    this.retryAfterMs = fields.retryAfterMs;
    this.details = fields.details;
  }

  /** The error as JSON, without stack or cause. */
  toJSON(): ToolErrorShape {
    return {
      code: this.code,
      message: this.message,
      retriable: this.retriable,
      outcome: this.outcome,
      ...(this.retryAfterMs === undefined ? {} : { retry_after_ms: this.retryAfterMs }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}
