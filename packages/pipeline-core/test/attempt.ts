import { Budget, compileTemplate, fillTemplate, PipelineError } from '../src/index.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fills a template and tells the work it took. Anything but a `PipelineError` is thrown. */
export function attempt(
  text: string,
  scope: Values,
): { value?: unknown; error?: string; spent: number } {
  const budget = new Budget();
  try {
    return { value: fillTemplate(compileTemplate(text), scope, budget), spent: budget.spent };
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    return { error: error.message, spent: budget.spent };
  }
}
