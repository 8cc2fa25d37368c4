import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** An absolute path: `~/` is the home folder, and a relative path starts from a folder. */
export function toAbsolute(path: string, folder: string): string {
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : resolve(folder, path);
}
