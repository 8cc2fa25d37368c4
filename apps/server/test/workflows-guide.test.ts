import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showWorkflow } from '../src/commands/workflows/show.ts';
import { type AnyClient, connect } from './clients.ts';
import { runProgram, startProgram } from './program.ts';
import { type SimulatedDiscord, simulateDiscord } from './simulated-discord.ts';
import { commandStreams, post, startWorkflowsWorld } from './workflows-world.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/workflows.md'), 'utf8');
const [request, queued] = fencesOf('json').map((text): unknown => JSON.parse(text)) as [
  { readonly name: string; readonly arguments: Record<string, unknown> },
  object,
];
const [shown, answered, watched, listed] = fencesOf('text').map((text) => {
  const [command = '', ...output] = text.split('\n');
  return { args: command.split(' ').slice(2), output: output.join('\n') };
}) as unknown as [Shown, Shown, Shown, Shown];
const [review] = fencesOf('text review');

interface Shown {
  readonly args: readonly string[];
  readonly output: string;
}

function fencesOf(tag: string): string[] {
  const fences = guide.matchAll(/^```([^\n]+)\n([\s\S]*?)\n```$/gm);
  return [...fences].flatMap(([, name, text]) => (name === tag && text ? [text] : []));
}

/** Ids, times and lengths of time differ from run to run. */
function steady(text: string): string {
  return text
    .trim()
    .replace(/wf_[0-9a-f]{32}/g, 'wf_ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d+(\.\d)? (s|min)\b( \d+ s)?/g, 'LENGTH');
}

let discord: SimulatedDiscord;
let folder: string;
let env: Record<string, string>;
let client: AnyClient;
beforeAll(async () => {
  discord = await simulateDiscord();
  folder = await mkdtemp(join(tmpdir(), 'guildline-workflows-guide-'));
  env = { ...discord.env, GUILDLINE_DATA_DIR: folder };
  client = await connect(['serve'], env);
});
afterAll(async () => {
  await client.close();
  await discord.close();
  await rm(folder, { recursive: true, force: true });
});

function run(args: readonly string[]) {
  return runProgram(args, { env });
}

async function start(args: object): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name: 'workflow_start', arguments: { ...args } });
  if (!result.structuredContent) throw new Error(JSON.stringify(result.content));
  return result.structuredContent;
}

async function untilWaiting(id: string, target: unknown): Promise<void> {
  for (;;) {
    const { structuredContent } = await client.callTool({
      name: 'workflow_status',
      arguments: { id, target },
    });
    if (structuredContent?.['status'] === 'waiting') return;
    await sleep(50);
  }
}

/** Ends the server as a crash does. */
async function killServer(): Promise<void> {
  const file = join(folder, 'workflows', 'default', 'control.json');
  const { pid } = JSON.parse(await readFile(file, 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await client.close();
}

test('the guide shows what its workflow answers, asks and does', { timeout: 120_000 }, async () => {
  const summary = await start(request.arguments);
  expect(steady(JSON.stringify(summary, null, 2))).toBe(steady(JSON.stringify(queued, null, 2)));
  const id = summary['id'] as string;
  await untilWaiting(id, summary['target']);
  for (const { args, output } of [shown, answered, watched, listed]) {
    const own = args.map((word) => (word.startsWith('wf_') ? id : word));
    const { code, stdout, stderr } = await run(own);
    expect([code, stderr]).toEqual([0, '']);
    expect(steady(stdout)).toBe(steady(output));
  }
  const again = await start(request.arguments);
  expect(again).toMatchObject({ id, status: 'completed' });
});

test('without a server a workflow is shown and decided, and goes on when one works', {
  timeout: 120_000,
}, async () => {
  const target = { profile_id: 'default' };
  const steps = [
    { id: 'ok', tool: 'workflow_ask', args: { question: 'Post it?' } },
    {
      tool: 'messages_send',
      args: { channel_id: '222233334444555566', content: '{{ok.answer}}' },
    },
  ];
  const summary = await start({ target, steps });
  const id = summary['id'] as string;
  await untilWaiting(id, target);
  await killServer();

  const nobody =
    'No server works on it now. It goes on when one runs: a client\'s, or "guildline workflows work".\n';
  const watching = await run(['workflows', 'show', id, '--watch']);
  expect(watching).toMatchObject({ code: 1, stderr: nobody });
  expect(watching.stdout).toContain('asks: Post it?');
  const answering = await run(['workflows', 'answer', id, 'Posted by hand', '--yes']);
  expect(answering).toMatchObject({ code: 0, stderr: nobody });

  const worker = startProgram(['workflows', 'work'], env);
  try {
    const [line] = (await once(worker.stderr as NodeJS.ReadableStream, 'data')) as [Buffer];
    expect(line.toString()).toBe('guildline: works on workflows until it is stopped.\n');
    const { code, stdout } = await run(['workflows', 'show', id, '--watch']);
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([0, 'completed']);
  } finally {
    worker.kill('SIGTERM');
  }
  expect(await once(worker, 'exit')).toEqual([0, null]);
  const posts = discord.simulator.control
    .world()
    .messages?.filter(({ content }) => content === 'Posted by hand');
  expect(posts).toHaveLength(1);
});

test('the guide shows what has to be decided of a workflow in review', async () => {
  const world = await startWorkflowsWorld();
  world.fail('lost');
  const id = await world.start([post('a'), post('b')]);
  world.advance(120_000);
  const { output, streams } = commandStreams();
  const timing = {
    frame: () => ({ now: world.now() }),
    pause: async () => undefined,
    stop: new AbortController().signal,
  };
  await showWorkflow(id, { dataDirectory: world.dataDirectory }, timing, streams);
  expect(steady(output.lines.join('\n'))).toBe(steady(review ?? ''));
});
