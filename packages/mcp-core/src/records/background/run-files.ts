import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@guildline/pipeline-core';

/** What a background run writes: what it renders, and the records that failed, one JSON text a line. */
export type RunFileName = 'artifact' | 'failed';

/**
 * Names a file. Every execution of a run writes files of its own, so that one which has lost the run,
 * and does not know it yet, spoils nothing.
 */
export interface RunFileReference {
  /** The run's handle. */
  readonly run: string;
  /** 16 hex digits, new for each execution. */
  readonly execution: string;
  readonly name: RunFileName;
}

/** A file of one execution of a run. */
export interface RunFile {
  /** Bytes. */
  readonly length: number;
  write(chunk: string | Uint8Array): Promise<void>;
  /** @throws Error if the file is shorter: what it held is gone */
  truncate(length: number): Promise<void>;
  /** Resolves once what was written would survive the machine. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Where background runs keep what is too large for the engine. */
export interface RunFiles {
  /** Makes a file, or opens the one that is there. */
  open(file: RunFileReference): Promise<RunFile>;
  /** Everything in the file; `undefined` if it is not there, or not any more. */
  read(file: RunFileReference): Promise<Buffer | undefined>;
  /** Removes a file, if it is there. */
  remove(file: RunFileReference): Promise<void>;
}

/** Milliseconds between two clean-ups. */
const sweepInterval = 60 * 60 * 1000;

/**
 * Files in a folder that only its owner can read. Those that nothing was written to for the retention
 * time are removed on the way.
 *
 * @param retention milliseconds; defaults to 30 days
 */
export function createRunFilesFolder(
  folder: string,
  clock: Clock,
  retention: number = 30 * 24 * 60 * 60 * 1000,
): RunFiles {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    open: async (reference) => {
      const path = toPath(folder, reference);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (clock.now() - sweptAt > sweepInterval) {
        sweptAt = clock.now();
        // Old files are only litter: whatever is wrong with them must not stop a run.
        await sweep(folder, clock.now() - retention).catch(() => undefined);
      }
      return await openFile(path);
    },
    read: async (reference) => {
      try {
        return await readFile(toPath(folder, reference));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (reference) => rm(toPath(folder, reference), { force: true }),
  };
}

async function openFile(path: string): Promise<RunFile> {
  // Not for appending: what is written goes where the last checkpoint ended.
  const file = await open(path, 'r+', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return open(path, 'w+', 0o600);
  });
  let length = (await file.stat()).size;
  return {
    get length() {
      return length;
    },
    write: async (chunk) => {
      const bytes = Buffer.from(chunk as string);
      for (let from = 0; from < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, from, bytes.length - from, length);
        from += bytesWritten;
        length += bytesWritten;
      }
    },
    truncate: async (to) => {
      if (to > length) throw new Error(`${path} has ${length} bytes, and had ${to}.`);
      await file.truncate(to);
      length = to;
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

async function sweep(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}

function toPath(folder: string, { run, execution, name }: RunFileReference): string {
  const file = `${run}.${execution}.${name}`;
  if (/^run_[0-9a-f]{32}\.[0-9a-f]{16}\.(artifact|failed)$/.test(file)) return join(folder, file);
  throw new TypeError('This names no file of a run.');
}
