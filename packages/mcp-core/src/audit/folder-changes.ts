import { watch } from 'node:fs';

/** Tells when to look into a folder again. */
export interface FolderChanges {
  /** Resolves at the next change, at the latest after the interval, and at once when stopped. */
  next(): Promise<void>;
  close(): void;
}

/**
 * Watches a folder. Where that is not possible (a network drive, a folder that is not there yet) it
 * resolves at intervals, so nobody misses anything for longer than that.
 */
export function watchFolder(folder: string, stop: AbortSignal, interval: number): FolderChanges {
  let changed = false;
  let wake: (() => void) | undefined;
  const notice = () => {
    changed = true;
    wake?.();
  };
  const watcher = tryToWatch(folder, notice);
  stop.addEventListener('abort', notice);
  return {
    next: async () => {
      if (!changed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, interval);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      changed = stop.aborted;
      wake = undefined;
    },
    close: () => {
      watcher?.close();
      stop.removeEventListener('abort', notice);
    },
  };
}

function tryToWatch(folder: string, notice: () => void) {
  try {
    const watcher = watch(folder, notice);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
