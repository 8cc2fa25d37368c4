import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Execute, Run, RunEngine } from '@guildline/mcp-core';
import { createDbosEngine, type DbosEngine, type DbosEngineSource } from '../src/index.ts';
import { ManualClock } from './manual-clock.ts';
import { until } from './until.ts';

/** Quick rounds, so that tests need not wait for them. */
export const quickTiming = { sweep: 30, poll: 30, lease: 3_000, drain: 500 } as const;

/** An engine under test. */
export interface TestEngine {
  readonly engine: DbosEngine;
  readonly clock: ManualClock;
  readonly reports: string[];
}

/** An engine with quick rounds, a clock that stands still, and its reports in a list. */
export function testEngine(
  source: Pick<DbosEngineSource, 'folder' | 'execute'> & Partial<DbosEngineSource>,
): TestEngine {
  const clock = new ManualClock();
  const reports: string[] = [];
  const engine = createDbosEngine({
    clock,
    report: (line) => reports.push(line),
    timing: quickTiming,
    ...source,
  });
  return { engine, clock, reports };
}

/** The run once it is neither queued nor running. */
export function atRest(engine: RunEngine, id: string): Promise<Run> {
  return until(async () => {
    const run = await engine.find(id);
    return run !== undefined && run.status !== 'queued' && run.status !== 'running' && run;
  }, `run ${id} comes to rest`);
}

let worlds = 0;

/**
 * What the contract of all engines is checked on: one engine for all claims, with the runs of each
 * claim under kinds of its own.
 */
export class ContractWorld {
  readonly #source: Pick<DbosEngineSource, 'folder' | 'databaseUrl'>;
  readonly #works = new Map<string, Execute>();
  #current: TestEngine | undefined;

  constructor(source: Pick<DbosEngineSource, 'folder' | 'databaseUrl'>) {
    this.#source = source;
  }

  async close(): Promise<void> {
    await this.#current?.engine.close();
  }

  readonly start = async (execute: Execute) => {
    this.#current ??= testEngine({
      ...this.#source,
      execute: async (execution) => {
        const work = this.#works.get(execution.run.kind);
        if (work === undefined) throw new Error(`No work for ${execution.run.kind}.`);
        return await work(execution);
      },
    });
    const { engine, clock } = this.#current;
    worlds += 1;
    const prefix = `${worlds}:`;
    const ids = new Set<string>();
    const own = (kind: string) => {
      this.#works.set(prefix + kind, execute);
      return prefix + kind;
    };
    const isolated: RunEngine = {
      ...engine,
      start: async (run) => {
        const started = await engine.start({ ...run, kind: own(run.kind) });
        ids.add(started.run.id);
        return started;
      },
      list: (filter) => engine.list({ ...filter, kind: prefix + filter.kind }),
      close: () => {
        this.#current = undefined;
        return engine.close();
      },
    };
    return {
      engine: isolated,
      clock,
      takeOver: async (id: string) => {
        await DBOS.resumeWorkflow(id, { queueName: 'guildline' });
      },
      wake: async () => {
        await until(() => this.#areAwake(engine, clock, ids), 'runs wake');
      },
      idle: async () => {
        await Promise.all([...ids].map((id) => atRest(engine, id)));
      },
    };
  };

  async #areAwake(engine: RunEngine, clock: ManualClock, ids: Iterable<string>): Promise<boolean> {
    const runs = await Promise.all([...ids].map((id) => engine.find(id)));
    return runs.every((run) => run?.status !== 'waiting' || (run.wakeAt ?? Infinity) > clock.now());
  }
}
