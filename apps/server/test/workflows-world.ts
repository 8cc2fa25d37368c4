import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import {
  createApproval,
  createApprovalTickets,
  createDispatcher,
  createMemoryRunEngine,
  createRegistry,
  createSecretKeyFile,
  createUsedApprovalsFolder,
  createWorkflows,
  type Dispatch,
  defineTool,
  type MemoryRunEngine,
  metaTools,
  ToolError,
} from '@guildline/mcp-core';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import type { CommandStreams } from '../src/commands/workflows/command-streams.ts';
import { createApprovalPolicy } from '../src/configuration/approval-policy.ts';
import { createControlServer } from '../src/control/control-server.ts';
import { createDesk } from '../src/control/create-desk.ts';
import type { Desk } from '../src/control/operator.ts';

const local = { id: 'local', groups: [] };
export const other = { id: 'other', groups: [] };

/** A server with workflows in memory, which takes commands in a data directory of its own. */
export interface WorkflowsWorld {
  readonly dataDirectory: string;
  readonly engine: MemoryRunEngine;
  readonly desk: Desk;
  readonly dispatch: Dispatch;
  /** Tools that were called, with what they were told. */
  readonly posted: string[];
  now(): number;
  advance(milliseconds: number): void;
  /** What the next posts do instead of being applied. */
  fail(...faults: ('refused' | 'lost')[]): void;
  /** Starts steps as the local user, lets them run as far as they come, and gives the id. */
  start(steps: readonly object[], caller?: typeof local): Promise<string>;
  /** Ends the server. */
  stop(): Promise<void>;
}

/** A step that posts. */
export function post(text: string, more: object = {}) {
  return { tool: 'notes_post', args: { text }, ...more };
}

/** Starts a server in memory; its clock stands still, and moves when it is told to. */
export async function startWorkflowsWorld(): Promise<WorkflowsWorld> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'guildline-workflows-'));
  let now = Date.UTC(2030, 0, 1, 16);
  const clock = { now: () => now };
  const posted: string[] = [];
  const faults: string[] = [];
  const tool = defineTool({
    name: 'notes_post',
    category: 'notes',
    title: 'Post',
    description: 'Posts.',
    input: () => z.strictObject({ text: z.string() }),
    output: () => z.object({ note: z.string() }),
    effect: 'once',
    run: async ({ text }) => {
      const fault = faults.shift();
      if (fault === 'lost') {
        throw new ToolError({ code: 'DISCORD_TIMEOUT', message: 'No answer.', outcome: 'unknown' });
      }
      if (fault) throw new ToolError({ code: 'DISCORD_NOT_FOUND', message: 'No such board.' });
      now += 400;
      posted.push(text);
      return { note: text };
    },
  });
  const workflows = createWorkflows({
    engine: async () => engine,
    dispatch: (name, args, more) => dispatch(name, args, more),
    tools: () => tools,
    callerOf: (id) => ({ id, groups: [] }),
    clock,
    profileId: 'default',
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  });
  const engine = createMemoryRunEngine({ execute: workflows.execute, clock });
  const tools = createRegistry({ tools: [tool, ...metaTools({ workflows })] });
  const approval = createApproval({
    policy: () =>
      createApprovalPolicy({
        withoutElicitation: 'token',
        maximumMembers: 10,
        massMentions: true,
        categories: {},
      }),
    describe: async () => ({ lines: [], guilds: [], count: 0 }) as never,
    tickets: createApprovalTickets({
      realm: 'test',
      key: createSecretKeyFile(join(dataDirectory, 'approval.key')),
      clock,
    }),
    used: createUsedApprovalsFolder(join(dataDirectory, 'approvals'), clock),
  });
  const dispatch = createDispatcher({ tools, clock, onion: { approval } });
  const desk = createDesk({ dispatch, engine: async () => engine, caller: local });
  const server = createControlServer({
    folder: join(dataDirectory, 'workflows', 'default'),
    desk,
    report: (line) => {
      throw new Error(line);
    },
  });
  await server.start();
  onTestFinished(async () => {
    await server.close();
    await engine.close();
    await rm(dataDirectory, { recursive: true });
  });
  return {
    dataDirectory,
    engine,
    desk,
    dispatch,
    posted,
    now: clock.now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    fail: (...more) => faults.push(...more),
    start: async (steps, caller = local) => {
      const args = { target: { profile_id: 'default' }, steps };
      const outcome = await dispatch('workflow_start', args, { caller });
      if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
      await engine.idle();
      return outcome.structured['id'] as string;
    },
    stop: () => server.close(),
  };
}

/** A stream that keeps what is written to it. */
class Kept extends Writable {
  text = '';
  isTTY = false;
  rows = 40;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
  get lines(): string[] {
    return stripVTControlCharacters(this.text).split('\n').slice(0, -1);
  }
}

/** Where a command prints; with an answer, a person at a terminal who gives it. */
export function commandStreams(answer?: string) {
  const [output, errors] = [new Kept(), new Kept()];
  const input = new PassThrough();
  const asked = new PassThrough();
  let question = '';
  asked.on('data', (chunk: Buffer) => {
    question += chunk.toString();
    if (question.includes('Write yes: ')) input.write(`${answer}\n`);
  });
  const streams: CommandStreams = {
    output,
    errors,
    terminal: answer === undefined ? undefined : { input, output: asked },
  };
  return { output, errors, streams, question: () => question };
}
