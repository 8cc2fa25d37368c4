import { readFileSync } from 'node:fs';

/**
 * Reads a file that a setting or a variable names.
 *
 * @throws Error with both names, and nothing of what the file holds
 */
export function readNamedFile(path: string, namedBy: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${path}, which ${namedBy} names, cannot be read (${code})`, { cause });
  }
}
