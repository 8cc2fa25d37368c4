import { DBOS } from '@dbos-inc/dbos-sdk';
import {
  createDispatcher,
  createRegistry,
  createWorkflows,
  defineTool,
  metaTools,
} from '@guildline/mcp-core';
import { createDbosEngine } from '@guildline/workflow-dbos';
import * as z from 'zod';
import { type Effect, type Engine, pollingIntervalMs, stepResult } from './engine.ts';

/** Guildline's durable workflows, started through `workflow_start`, with tools that do nothing. */
export async function openGuildline(folder: string): Promise<Engine> {
  const clock = { now: () => performance.timeOrigin + performance.now() };
  const engine = createDbosEngine({
    folder,
    clock,
    report: () => undefined,
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
  const tools = createRegistry({
    tools: [noop('read'), noop('once'), ...metaTools({ workflows })],
  });
  const dispatch = createDispatcher({ tools, clock });
  const started: string[] = [];
  const start = async (steps: readonly object[]) => {
    const args = { target: { profile_id: 'default' }, steps };
    const request = { caller: { id: 'bench', groups: [] } };
    const outcome = await dispatch('workflow_start', args, request);
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
    return (outcome.structured as { readonly id: string }).id;
  };
  await engine.open();
  return {
    run: async (shape, effect) => {
      const steps = Array.from({ length: shape.steps }, () => ({
        tool: `noop_${effect}`,
        args: {},
      }));
      await Promise.all(
        Array.from({ length: shape.workflows }, async () => {
          const id = await start(steps);
          await DBOS.getResult(id, { pollingIntervalMs });
          started.push(id);
        }),
      );
    },
    check: async () => {
      for (const id of started) {
        const run = await engine.find(id);
        if (run?.status !== 'completed') throw new Error(`${id} is ${run?.status}`);
      }
    },
  };
}

function noop(effect: Effect) {
  return defineTool({
    name: `noop_${effect}`,
    category: 'noop',
    title: effect,
    description: 'Does nothing.',
    input: () => z.strictObject({}),
    output: () => z.object({ id: z.string(), text: z.string() }),
    effect,
    run: async () => stepResult,
  });
}
