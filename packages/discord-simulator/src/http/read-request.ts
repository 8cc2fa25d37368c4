import { apiError } from './api-error.ts';
import type { UploadedFile } from './route.ts';

const REQUEST_LIMIT = 25 * 1024 * 1024;

/** The content of a request, whatever form it came in. */
export interface RequestContent {
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

/**
 * Reads JSON, or a multipart form with `payload_json` and `files[n]`. Throws 50109 for a body that
 * is not JSON and 40005 for one over 25 MiB.
 */
export async function readRequest(request: Request): Promise<RequestContent> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > REQUEST_LIMIT) throw apiError(40005);
  if (bytes.byteLength === 0) return { body: undefined, files: [] };
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    return { body: parseJson(Buffer.from(bytes).toString('utf8')), files: [] };
  }
  return readForm(await new Response(bytes, { headers: { 'content-type': type } }).formData());
}

function readForm(form: FormData): RequestContent {
  const files: UploadedFile[] = [];
  const fields: Record<string, unknown> = {};
  for (const [field, value] of form.entries()) {
    if (typeof value === 'string') fields[field] = value;
    else {
      files.push({ field, name: value.name, bytes: value.size, contentType: value.type });
    }
  }
  const { payload_json: payload, ...rest } = fields;
  return { body: typeof payload === 'string' ? parseJson(payload) : rest, files };
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw apiError(50109);
  }
}
