import { discordCode } from './discord-code.ts';

/**
 * Waits for a delete. Discord's "unknown object" answer for this very object counts as success, so
 * that a repeated delete tells the same; another missing object, such as the guild, stays an error.
 *
 * @param unknownCode Discord's code for the missing object itself, such as 10008 for a message.
 */
export async function deleteOrAbsent(
  sending: Promise<unknown>,
  unknownCode: number,
): Promise<{ readonly deleted: true; readonly already_absent: boolean }> {
  try {
    await sending;
    return { deleted: true, already_absent: false };
  } catch (error) {
    if (discordCode(error) === unknownCode) return { deleted: true, already_absent: true };
    throw error;
  }
}
