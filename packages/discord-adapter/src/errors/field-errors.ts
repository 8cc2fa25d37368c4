/** One thing that Discord says is wrong with a request's body or query. */
export interface FieldError {
  /** As a person writes it: `embeds[0].title`; empty for the whole request. */
  readonly path: string;
  readonly message: string;
  /** Discord's own name for it: `BASE_TYPE_REQUIRED`. */
  readonly code: string;
}

const deepest = 32;
const most = 100;

/** Discord's nested field errors as a list. Bounded, whatever the answer holds. */
export function flattenFieldErrors(errors: unknown): FieldError[] {
  const found: FieldError[] = [];
  collect(errors, '', 0, found);
  return found;
}

/** A list of field errors as lines `path: message`, the last one telling how many were left out. */
export function formatFieldErrors(fields: readonly FieldError[]): string {
  const shown = fields.slice(0, 25);
  const lines = shown.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = fields.length - shown.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n');
}

function collect(node: unknown, path: string, depth: number, found: FieldError[]): void {
  if (typeof node === 'string') {
    add(found, { path, message: node, code: '' });
    return;
  }
  if (typeof node !== 'object' || node === null || depth > deepest) return;
  for (const [key, value] of Object.entries(node)) {
    if (found.length >= most) return;
    if (key === '_errors' && Array.isArray(value)) {
      for (const error of value) add(found, toFieldError(path, error));
    } else {
      collect(value, join(path, key), depth + 1, found);
    }
  }
}

function add(found: FieldError[], error: FieldError): void {
  if (found.length < most) found.push(error);
}

function toFieldError(path: string, error: unknown): FieldError {
  if (typeof error !== 'object' || error === null) {
    return { path, message: String(error), code: '' };
  }
  const { message, code } = error as { message?: unknown; code?: unknown };
  return {
    path,
    message: typeof message === 'string' ? message : 'Invalid.',
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : '',
  };
}

function join(path: string, key: string): string {
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
