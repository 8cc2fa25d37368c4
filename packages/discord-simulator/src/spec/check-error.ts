/** What is wrong with the body of an error answer: Discord's form, with inner codes as strings. */
export function checkErrorBody(status: number, body: unknown): string[] {
  if (typeof body === 'string' && status === 429) return [];
  if (typeof body !== 'object' || body === null) return ['answer: expected an error object'];
  const { message, code, errors, retry_after, global } = body as Record<string, unknown>;
  const problems: string[] = [];
  if (typeof message !== 'string') problems.push('answer.message: expected a string');
  if (status === 429) {
    if (typeof retry_after !== 'number') problems.push('answer.retry_after: expected a number');
    if (typeof global !== 'boolean') problems.push('answer.global: expected a boolean');
    if (code === undefined) return problems;
  }
  if (!Number.isInteger(code)) problems.push('answer.code: expected an integer');
  if (errors !== undefined) problems.push(...checkFieldErrors(errors, 'answer.errors'));
  return problems;
}

function checkFieldErrors(level: unknown, at: string): string[] {
  if (typeof level !== 'object' || level === null) return [`${at}: expected an object`];
  return Object.entries(level).flatMap(([key, value]) => {
    if (key !== '_errors') return checkFieldErrors(value, `${at}.${key}`);
    const listed = Array.isArray(value) && value.length > 0 && value.every(isFieldError);
    return listed ? [] : [`${at}._errors: expected a list of { code, message } with text in both`];
  });
}

function isFieldError(value: unknown): boolean {
  const { code, message } = (value ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof message === 'string';
}
