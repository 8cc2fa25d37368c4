import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@guildline/pipeline-core';

/** Remembers which approvals have been used, also across restarts. */
export interface UsedApprovals {
  /**
   * Marks an approval as used. Resolves once the mark is safe; false if it was used before.
   *
   * @param expiresAt Milliseconds since the epoch; the mark may be forgotten after that.
   */
  use(id: string, expiresAt: number): Promise<boolean>;
}

/** Milliseconds between two clean-ups. */
const sweepInterval = 60 * 60 * 1000;

/**
 * One empty file per used approval: making a file that exists already fails, in this process and in
 * any other that shares the folder. Marks of expired approvals are removed on the way.
 */
export function createUsedApprovalsFolder(folder: string, clock: Clock): UsedApprovals {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    use: async (id, expiresAt) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (clock.now() - sweptAt > sweepInterval) {
        sweptAt = clock.now();
        // Old marks are only litter: whatever is wrong with them must not stop an approval.
        await sweep(folder, clock).catch(() => undefined);
      }
      try {
        const mark = await open(join(folder, toFileName(id)), 'wx', 0o600);
        try {
          await mark.utimes(new Date(clock.now()), new Date(expiresAt));
          await mark.sync();
        } finally {
          await mark.close();
        }
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
  };
}

/** A mark's modification time is when its approval expires; a day more keeps clocks out of it. */
async function sweep(folder: string, clock: Clock): Promise<void> {
  const forgottenBefore = clock.now() - 24 * 60 * 60 * 1000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have removed it meanwhile.
    const mtimeMs = await stat(path).then(
      (found) => found.mtimeMs,
      () => undefined,
    );
    if (mtimeMs !== undefined && mtimeMs < forgottenBefore) await rm(path, { force: true });
  }
}

function toFileName(id: string): string {
  return Buffer.from(id).toString('base64url');
}
