import * as z from 'zod';
import type { DiscordFile } from '../discord.ts';

/** Bytes over all files of a call. Larger uploads do not belong into a tool call. */
const totalBytes = 10 * 1024 * 1024;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Files to upload: each a name and its content, as text or as base64. No paths and no addresses:
 * a tool call must not be able to read the server's disk or network.
 */
export function files() {
  return z
    .array(file())
    .max(10)
    .superRefine((list, context) => {
      const bytes = list.reduce((sum, one) => sum + byteLength(one), 0);
      if (bytes > totalBytes) {
        context.addIssue({
          code: 'custom',
          message: `The files hold ${bytes} bytes together; a call takes ${totalBytes}.`,
        });
      }
    });
}

function file() {
  return z
    .strictObject({
      name: z.string().max(255).refine(isFileName, {
        error: 'Not a file name: give a name such as notes.txt, without a path.',
      }),
      text: z.string().optional(),
      base64: z
        .string()
        .refine((content) => content.length % 4 === 0 && base64.test(content), {
          error: 'Not base64: expected padded standard base64, without a data: prefix.',
        })
        .optional(),
      description: z.string().max(1024).describe('Alt text').optional(),
    })
    .refine((one) => (one.text === undefined) !== (one.base64 === undefined), {
      error: 'A file needs its content as text or as base64, one of the two.',
    });
}

type FileArgument = z.output<ReturnType<typeof file>>;

/** The accepted files as they are uploaded, in order. */
export function toFiles(list: readonly FileArgument[]): DiscordFile[] {
  return list.map(({ name, text, base64: encoded }) => ({
    name,
    data: encoded === undefined ? Buffer.from(text ?? '') : Buffer.from(encoded, 'base64'),
  }));
}

/** What a message says of its uploads. `id` is a file's place in the request, as a string. */
export function toAttachments(list: readonly FileArgument[]) {
  return list.map(({ name, description }, index) => ({
    id: String(index),
    filename: name,
    ...(description && { description }),
  }));
}

function isFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return /^[^/\\:*?"<>|\u0000-\u001f\u007f]+$/.test(name) && !/^\.*$/.test(name);
}

function byteLength({ text, base64: encoded }: FileArgument): number {
  if (encoded === undefined) return Buffer.byteLength(text ?? '');
  return (encoded.length / 4) * 3 - (encoded.match(/=+$/)?.[0].length ?? 0);
}
