import type { Path } from './check/step-tools.ts';
import { shorten } from './name-list.ts';

/**
 * `PIPELINE_INVALID`: a template that no data could make right, found before anything runs.
 * `PIPELINE_REFERENCE_UNRESOLVED`: a template that cannot be filled from the results there are.
 */
export type PipelineErrorCode = 'PIPELINE_INVALID' | 'PIPELINE_REFERENCE_UNRESOLVED';

/** What a {@link PipelineError} is made from. */
export interface PipelineErrorFields {
  readonly code: PipelineErrorCode;
  /** What is wrong and what to do next. */
  readonly problem: string;
  /** The expression, without its braces. */
  readonly expression?: string | undefined;
  /** Offset in the whole text of the template, from 0. */
  readonly position?: number | undefined;
  /** Where in the arguments the template stands. */
  readonly path?: Path | undefined;
}

/** The one error of templates. Its message is built from the fields and holds no values of results. */
export class PipelineError extends Error {
  override readonly name: string = 'PipelineError';
  readonly code: PipelineErrorCode;
  readonly problem: string;
  readonly expression: string | undefined;
  readonly position: number | undefined;
  readonly path: Path | undefined;

  constructor(fields: PipelineErrorFields) {
    super(toMessage(fields));
    this.code = fields.code;
    this.problem = fields.problem;
    this.expression = fields.expression;
    this.position = fields.position;
    this.path = fields.path;
  }

  /** The same error with more known about its place. */
  with(fields: Partial<PipelineErrorFields>): PipelineError {
    const { code, problem, expression, position, path } = this;
    return new PipelineError({ code, problem, expression, position, path, ...fields });
  }
}

function toMessage({ problem, expression, position }: PipelineErrorFields): string {
  const place = position === undefined ? '' : `character ${position + 1}`;
  const where = [expression === undefined ? '' : `{{${shorten(expression)}}}`, place];
  const prefix = where.filter((part) => part !== '').join(', ');
  return prefix === '' ? problem : `${prefix}: ${problem}`;
}

/** The error of a template that no data could make right. */
export function invalid(problem: string, position?: number): PipelineError {
  return new PipelineError({ code: 'PIPELINE_INVALID', problem, position });
}

/** The error of a template that cannot be filled from the results there are. */
export function unresolved(problem: string): PipelineError {
  return new PipelineError({ code: 'PIPELINE_REFERENCE_UNRESOLVED', problem });
}
