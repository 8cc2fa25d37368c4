import { setTimeout as sleep } from 'node:timers/promises';
import { findControl } from './ask-control.ts';
import { isHeld } from './is-held.ts';

/** How often a folder is tried that a command may hold. */
const attempts = 50;

/**
 * Opens the workflows of a folder. A command that looks into them holds the folder for a moment and
 * takes no commands itself; a server that holds it does, and is not waited for.
 *
 * @param pause waits between two attempts; a tenth of a second by default
 */
export async function openWhenFree(
  open: () => Promise<void>,
  folder: string,
  pause: () => Promise<unknown> = () => sleep(100),
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open();
    } catch (error) {
      if (!isHeld(error as object) || attempt === attempts) throw error;
      if (await findControl(folder).catch(() => true)) throw error;
    }
    await pause();
  }
}
