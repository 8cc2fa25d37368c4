import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Tells of changes of one file. Returns what ends the watching. */
export type WatchFile = (
  path: string,
  onEvent: () => void,
  onError: (error: Error) => void,
) => () => void;

/**
 * Watches the folders that a file and the target of its link are in, since editors replace files
 * and mounted volumes replace links. May tell of changes that are none. Keeps no process alive.
 */
export const watchFile: WatchFile = (path, onEvent, onError) => {
  const watchers = new Map<string, FSWatcher>();
  const close = (): void => {
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  const fail = (error: Error): void => {
    close();
    onError(error);
  };
  const arm = (): void => {
    const real = realPathOf(path);
    const names = new Set([basename(path), basename(real)]);
    const folders = new Set([dirname(path), dirname(real)]);
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, { persistent: false }, (_type, name) => {
        if (name !== null && !names.has(name) && !name.startsWith('..')) return;
        tryTo(arm, fail);
        onEvent();
      });
      watcher.on('error', fail);
      watchers.set(folder, watcher);
    }
  };
  tryTo(arm, fail);
  return close;
};

/** The path itself while there is no file: an editor may be about to put a new one there. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function tryTo(action: () => void, onError: (error: Error) => void): void {
  try {
    action();
  } catch (error) {
    onError(error as Error);
  }
}
