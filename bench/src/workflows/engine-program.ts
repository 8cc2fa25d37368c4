import { createRequire } from 'node:module';
import {
  createDispatcher,
  createRegistry,
  createWorkflows,
  defineTool,
  type Execute,
  metaTools,
  type RunEngine,
} from '@guildline/mcp-core';
import * as z from 'zod';
import type { Shape, Speeds } from '../workflows.ts';

/** What is measured lives in a package that this one does not depend on; it is found beside it. */
const home = new URL('../../../packages/workflow-dbos/package.json', import.meta.url);
const library = createRequire(home)('@dbos-inc/dbos-sdk') as { readonly DBOS: Dbos };

/** The part of DBOS that a plain workflow uses. */
interface Dbos {
  setConfig(settings: object): void;
  registerWorkflow(
    work: (steps: number) => Promise<void>,
    settings: object,
  ): (steps: number) => Promise<void>;
  runStep(work: () => Promise<object>, settings: object): Promise<object>;
  startWorkflow(
    work: (steps: number) => Promise<void>,
  ): (steps: number) => Promise<{ readonly workflowID: string }>;
  getResult(id: string, settings: object): Promise<unknown>;
  launch(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Runs that many workflows at once, each of so many steps, to their ends. */
type RunAll = (shape: Shape, tool: string) => Promise<void>;

const clock = { now: () => performance.timeOrigin + performance.now() };
const result = { id: '111122223333444455', text: 'x'.repeat(200) };
const report = (line: string) => process.stderr.write(`${line}\n`);

/** DBOS as its documentation shows it, on the same database. */
async function openPlain(folder: string): Promise<{ run: RunAll; close(): Promise<void> }> {
  const { openFolder } = (await import(
    new URL('./dist/store/embedded/open-folder.js', home).href
  )) as {
    openFolder(
      folder: string,
      report: (line: string) => void,
    ): Promise<{ readonly pool: object; close(): Promise<void> }>;
  };
  const store = await openFolder(folder, report);
  const { DBOS: dbos } = library;
  const silent = () => undefined;
  dbos.setConfig({
    name: 'plain',
    systemDatabasePool: store.pool,
    systemDatabaseSchemaName: 'plain',
    useListenNotify: false,
    logger: { info: silent, debug: silent, warn: silent, error: report },
  });
  const workflow = dbos.registerWorkflow(
    async (steps) => {
      for (let step = 0; step < steps; step += 1) {
        await dbos.runStep(async () => result, { name: `${step} noop` });
      }
    },
    { name: 'run' },
  );
  await dbos.launch();
  return {
    run: async ({ workflows, steps }) => {
      await Promise.all(
        Array.from({ length: workflows }, async () => {
          const { workflowID } = await dbos.startWorkflow(workflow)(steps);
          await dbos.getResult(workflowID, { pollingIntervalMs: 100 });
        }),
      );
    },
    close: async () => {
      await dbos.shutdown();
      await store.close();
    },
  };
}

/** The tools of workflows on the durable engine, with tools that do nothing. */
async function openOurs(folder: string): Promise<{ run: RunAll; close(): Promise<void> }> {
  const { createDbosEngine } = (await import(new URL('./dist/index.js', home).href)) as {
    createDbosEngine(source: {
      folder: string;
      execute: Execute;
      clock: { now(): number };
      report: (line: string) => void;
    }): RunEngine & { open(): Promise<void> };
  };
  const engine = createDbosEngine({
    folder,
    clock,
    report,
    execute: (execution) => workflows.execute(execution),
  });
  const workflows = createWorkflows({
    engine: async () => engine,
    dispatch: (name, args, request) => dispatch(name, args, request),
    tools: () => tools,
    callerOf: (id) => ({ id, groups: [] }),
    clock,
    profileId: 'default',
    concurrency: 50,
  });
  const noop = (name: string, effect: 'read' | 'once') =>
    defineTool({
      name,
      category: 'noop',
      title: name,
      description: 'Does nothing.',
      input: () => z.strictObject({}),
      output: () => z.object({ id: z.string(), text: z.string() }),
      effect,
      run: async () => result,
    });
  const tools = createRegistry({
    tools: [noop('noop_read', 'read'), noop('noop_once', 'once'), ...metaTools({ workflows })],
  });
  const dispatch = createDispatcher({ tools, clock });
  await engine.open();
  const target = { profile_id: 'default' };
  const call = async (name: string, args: object) => {
    const outcome = await dispatch(name, args, { caller: { id: 'bench', groups: [] } });
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
    return outcome.structured as { readonly id: string };
  };
  return {
    run: async (shape, tool) => {
      const steps = Array.from({ length: shape.steps }, () => ({ tool, args: {} }));
      await Promise.all(
        Array.from({ length: shape.workflows }, async () => {
          const { id } = await call('workflow_start', { target, steps });
          await library.DBOS.getResult(id, { pollingIntervalMs: 100 });
          const run = await engine.find(id);
          if (run?.status !== 'completed') throw new Error(`${id} is ${run?.status}`);
        }),
      );
    },
    close: () => engine.close(),
  };
}

/** Steps per second of processor time: the database works in this process. */
async function measure(run: RunAll, shape: Shape, tool: string): Promise<number> {
  const before = process.cpuUsage();
  await run(shape, tool);
  const { user, system } = process.cpuUsage(before);
  return (shape.workflows * shape.steps * 1_000_000) / (user + system);
}

const [which, folder = '', text = '[]'] = process.argv.slice(2);
const shapes = JSON.parse(text) as Shape[];
const { run, close } = await (which === 'plain' ? openPlain(folder) : openOurs(folder));
const [warm = { workflows: 1, steps: 100 }] = shapes;
for (const tool of ['noop_read', 'noop_once']) await run(warm, tool);
const speeds: Speeds[] = [];
for (const [index, shape] of shapes.entries()) {
  const read = await measure(run, shape, 'noop_read');
  const once = await measure(run, shape, 'noop_once');
  speeds.push({ shape: index, read, once });
}
await close();
process.stdout.write(JSON.stringify(speeds), () => process.exit(0));
