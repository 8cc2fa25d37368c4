import { constants, open } from 'node:fs/promises';

/** Far more than any configuration needs; bounds what reading can cost. */
const maximumBytes = 256 * 1024;
/** Opening a pipe would wait for its other end. Windows knows no such flag and no such pipe. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The text of a file, or why it cannot be used. */
export type FileText = { readonly text: string } | { readonly problem: string };

/** Reads a configuration file. Never throws, and never waits for a pipe or a device. */
export async function readConfigurationFile(path: string): Promise<FileText> {
  try {
    const file = await open(path, withoutWaiting);
    try {
      const information = await file.stat();
      if (!information.isFile()) return { problem: 'This is not a file.' };
      if (information.size > maximumBytes) {
        return { problem: `The file is larger than ${maximumBytes / 1024} KiB.` };
      }
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile()) };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { problem: explain(error as NodeJS.ErrnoException) };
  }
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'The file is gone.';
    case 'EACCES':
    case 'EPERM':
      return 'The file may not be read by this user. Change its owner or its permissions.';
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return 'The file is not UTF-8 text. Save it as UTF-8.';
    default:
      return `The file cannot be read (${code ?? message}).`;
  }
}
