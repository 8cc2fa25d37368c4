import type { Execute, RunEngine } from '@guildline/mcp-core';

/** A claim about every engine, as mcp-core's tests state them. */
export interface EngineClaim {
  readonly claim: string;
  readonly check: (
    start: (execute: Execute) => Promise<{
      readonly engine: RunEngine;
      readonly clock: { now(): number; advance(milliseconds: number): void };
      takeOver(id: string): Promise<void>;
      wake(): Promise<void>;
      idle(): Promise<void>;
    }>,
  ) => Promise<void>;
}

/** The port's contract lives beside the port, in tests, and no package exports its tests. */
export async function runEngineContract(): Promise<readonly EngineClaim[]> {
  const path = new URL('../../mcp-core/test/runs/run-engine-contract.ts', import.meta.url);
  const module = (await import(/* @vite-ignore */ path.href)) as {
    runEngineContract: readonly EngineClaim[];
  };
  return module.runEngineContract;
}
