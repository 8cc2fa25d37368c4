/** Sees to it that children end with this process, however it ends. */
export interface ChildGuard {
  add(pid: number): void;
  delete(pid: number): void;
}

/** Makes a guard. It listens to the end of the process only while there are children. */
export function createChildGuard(): ChildGuard {
  const pids = new Set<number>();
  const endAll = (): void => {
    for (const pid of pids) signalChild(pid, 'SIGKILL');
  };
  return {
    add: (pid) => {
      if (pids.size === 0) process.on('exit', endAll);
      pids.add(pid);
    },
    delete: (pid) => {
      pids.delete(pid);
      if (pids.size === 0) process.off('exit', endAll);
    },
  };
}

/** Sends a signal to a child; one that has ended is no error. */
export function signalChild(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
