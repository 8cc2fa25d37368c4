import type { EngineClaim } from './engine-world.ts';
import { executionClaims } from './execution-claims.ts';
import { runClaims } from './run-claims.ts';

/** What every engine behind the port promises. */
export const runEngineContract: readonly EngineClaim[] = [...executionClaims, ...runClaims];
