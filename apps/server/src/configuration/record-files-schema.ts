import * as z from 'zod';
import { defaults } from './defaults.ts';

/** Schema of `record_files`: the files that record pipelines may read. */
export function recordFilesSchema(group: z.ZodString) {
  return z
    .strictObject({
      folders: z
        .array(z.string().min(1, { error: 'Expected the path of a folder.' }))
        .describe(
          "Folders whose CSV and JSON lines files may be read, with those below them. Relative to this file's folder; `~/` is the home folder.",
        ),
      groups: z
        .array(group)
        .optional()
        .describe(
          'Groups whose callers may read them, beside what the groups open. Absent: every caller to whom a group opens the category `files`.',
        ),
      maximum_bytes: z
        .int()
        .min(1)
        .default(defaults.recordFiles.maximumBytes)
        .describe('Size in bytes over which a file is refused.'),
    })
    .optional()
    .describe('Files that record pipelines may read as their source. Absent: none.');
}
