import { fileURLToPath } from 'node:url';

/** The built program. */
export const program: string = fileURLToPath(
  new URL('../../apps/server/dist/main.js', import.meta.url),
);
/** The program that measures the memory of a record pipeline. */
export const recordsMemory: string = fileURLToPath(new URL('./records-memory.js', import.meta.url));
/** A bare low-level SDK server with one tool, unbundled. */
export const bareServer: string = fileURLToPath(new URL('./bare-server.js', import.meta.url));
