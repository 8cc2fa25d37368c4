import { apiError } from '../http/api-error.ts';
import type { UploadedFile } from '../http/route.ts';
import type { Ids } from '../world/ids.ts';
import type { AttachmentRecord } from '../world/message-records.ts';
import type { MessageDraft } from './message-rule.ts';

const FILE_LIMIT = 10 * 1024 * 1024;

/** Refuses more than ten files and files over 10 MiB. */
export function checkFiles(files: readonly UploadedFile[]): void {
  if (files.length > 10) throw apiError(30015);
  if (files.some(({ bytes }) => bytes > FILE_LIMIT)) throw apiError(50045);
}

/** The files of a request as attachments; `attachments[n]` describes the file `files[n]`. */
export function toAttachments(
  files: readonly UploadedFile[],
  described: MessageDraft['attachments'],
  ids: Ids,
): AttachmentRecord[] {
  checkFiles(files);
  return files.map((file, index) => {
    const number = /^files\[(\d+)\]$/.exec(file.field)?.[1] ?? String(index);
    const facts = described?.find(({ id }) => id === number);
    return {
      id: ids.internal(),
      filename: (facts?.filename ?? file.name).replace(/[^\w.-]+/g, '_'),
      size: file.bytes,
      content_type: file.contentType || 'application/octet-stream',
      ...(facts?.description && { description: facts.description }),
      ...(facts?.title && { title: facts.title }),
    };
  });
}
