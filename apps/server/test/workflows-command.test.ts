import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerWorkflow } from '../src/commands/workflows/answer.ts';
import { cancelWorkflow } from '../src/commands/workflows/cancel.ts';
import { estimateRest } from '../src/commands/workflows/estimate.ts';
import { formatDuration } from '../src/commands/workflows/format-time.ts';
import { listWorkflows } from '../src/commands/workflows/list.ts';
import { printResult } from '../src/commands/workflows/result.ts';
import { type ResumeFlags, resumeWorkflow } from '../src/commands/workflows/resume.ts';
import { showWorkflow } from '../src/commands/workflows/show.ts';
import type { Timing } from '../src/commands/workflows/watch-run.ts';
import {
  commandStreams,
  other,
  post,
  startWorkflowsWorld,
  type WorkflowsWorld,
} from './workflows-world.ts';

const never = new AbortController().signal;
const ask = (question = 'Go on?', choices = ['yes', 'no']) => ({
  id: 'go',
  tool: 'workflow_ask',
  args: { question, choices },
});
const wait = { id: 'later', tool: 'workflow_wait', args: { seconds: 3600 } };

/** Looks when it is told to; between two looks, `between` happens. */
function timing(world: WorkflowsWorld, between: () => unknown = () => undefined): Timing {
  return {
    frame: () => ({ now: world.now() }),
    pause: async () => {
      await between();
      await world.engine.idle();
    },
    stop: never,
  };
}

async function show(world: WorkflowsWorld, id: string, more: object = {}) {
  const { output, errors, streams } = commandStreams();
  const { dataDirectory } = world;
  const code = await showWorkflow(id, { dataDirectory, ...more }, timing(world), streams);
  return { code, lines: output.lines, text: output.text, errors: errors.text };
}

async function resume(world: WorkflowsWorld, id: string, flags: ResumeFlags, answer?: string) {
  const { output, streams, question } = commandStreams(answer);
  const { dataDirectory } = world;
  const code = await resumeWorkflow(id, { dataDirectory, ...flags }, never, streams);
  await world.engine.idle();
  return { code, lines: output.lines, question: question() };
}

async function statusOf(world: WorkflowsWorld, id: string) {
  return (await world.engine.find(id))?.status;
}

describe('list', () => {
  test('prints aligned columns, newest first, with the code of a failure', async () => {
    const world = await startWorkflowsWorld();
    const first = await world.start([post('a'), post('b')]);
    world.advance(1000);
    world.fail('refused');
    const second = await world.start([post('c')]);
    const { output, streams } = commandStreams();
    expect(await listWorkflows({ dataDirectory: world.dataDirectory }, streams)).toBe(0);
    expect(output.lines).toEqual([
      'ID                                   STATUS     STEPS   UPDATED                   TARGET',
      `${second}  failed     0 of 1  2030-01-01T16:00:01.801Z  profile default  DISCORD_NOT_FOUND`,
      `${first}  completed  2 of 2  2030-01-01T16:00:00.800Z  profile default`,
    ]);
  });

  test('gives one status only, as many as are asked for, and says that there are more', async () => {
    const world = await startWorkflowsWorld();
    for (const text of ['a', 'b', 'c']) await world.start([post(text)]);
    const parked = await world.start([ask()]);
    const { dataDirectory } = world;
    const few = commandStreams();
    await listWorkflows({ dataDirectory, status: 'completed', limit: 2 }, few.streams);
    expect(few.output.lines).toHaveLength(3);
    expect(few.errors.text).toBe('There are more: raise --limit.\n');
    const waiting = commandStreams();
    await listWorkflows({ dataDirectory, status: 'waiting', json: true }, waiting.streams);
    expect(JSON.parse(waiting.output.text)).toMatchObject({ workflows: [{ id: parked }] });
    expect(waiting.errors.text).toBe('');
  });

  test('goes on through the pages of a long list', async () => {
    const world = await startWorkflowsWorld();
    for (let count = 0; count < 105; count += 1) await world.start([ask()]);
    const { output, streams } = commandStreams();
    await listWorkflows({ dataDirectory: world.dataDirectory, limit: 104, json: true }, streams);
    const { workflows } = JSON.parse(output.text) as { workflows: { id: string }[] };
    expect(new Set(workflows.map(({ id }) => id)).size).toBe(104);
  });

  test('says that there are none, and refuses a status that is none', async () => {
    const world = await startWorkflowsWorld();
    const { dataDirectory } = world;
    const { output, errors, streams } = commandStreams();
    expect(await listWorkflows({ dataDirectory }, streams)).toBe(0);
    expect([output.text, errors.text]).toEqual(['', 'There are no such workflows.\n']);
    await expect(listWorkflows({ dataDirectory, status: 'done' }, streams)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('status'),
    });
  });
});

describe('show', () => {
  test('says where a workflow stands, what its steps came to, and what it asks', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([
      post('a', { id: 'first' }),
      post('b', { if: '`false`' }),
      ask(),
      post('c'),
    ]);
    world.advance(60_000);
    const { code, lines } = await show(world, id);
    expect(code).toBe(0);
    expect(lines).toEqual([
      `${id}  waiting  2 of 4 steps`,
      'target   profile default',
      'started  2030-01-01T16:00:00.000Z, for 1 min',
      '',
      '  ✓  first   notes_post    0.4 s',
      '  –  step_1  notes_post    skipped',
      '  …  go      workflow_ask  asks: Go on? (yes | no)',
      '    1 more',
      '',
      `To answer: guildline workflows answer ${id} <answer>`,
    ]);
  });

  test('says why a workflow failed and how it goes on', async () => {
    const world = await startWorkflowsWorld();
    world.fail('refused');
    const id = await world.start([post('a'), post('b')]);
    const { lines } = await show(world, id);
    expect(lines.slice(4)).toEqual([
      '  ✗  step_0  notes_post  DISCORD_NOT_FOUND  No such board.',
      '    1 more',
      '',
      `Mend the cause, then: guildline workflows resume ${id}`,
    ]);
  });

  test('shows the open call of a workflow in review, and what can be decided', async () => {
    const world = await startWorkflowsWorld();
    world.fail('lost');
    const id = await world.start([post('a'), post('b')]);
    const { lines } = await show(world, id);
    expect(lines[0]).toBe(`${id}  needs_review  0 of 2 steps`);
    expect(lines.slice(4)).toEqual([
      '  ?  step_0  notes_post  may or may not have been applied',
      '    1 more',
      '',
      'step_0 (notes_post) may have been called at 2030-01-01T16:00:00.000Z with {"text":"a"}.',
      'No answer. It cannot be looked up.',
      'Its request may still arrive until 2030-01-01T16:01:02.000Z: look again after that.',
      'Look what is there, then decide:',
      `  guildline workflows resume ${id} --outcome applied       it was done`,
      `  guildline workflows resume ${id} --outcome not_applied   do it again`,
      `  guildline workflows resume ${id} --outcome skip          go on without it`,
    ]);
  });

  test('prints JSON with the summary and the steps', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([post('a')]);
    const { text } = await show(world, id, { json: true });
    expect(JSON.parse(text)).toMatchObject({
      id,
      status: 'completed',
      created_at: '2030-01-01T16:00:00.000Z',
      steps: [{ id: 'step_0', status: 'success', result: { note: 'a' } }],
    });
  });

  test('lets nothing that a tool was told move the cursor or pose as a line', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([
      ask('Really?\u001b[2J\n  ✓  go  done\u202e', ['yes', '\u001b[31mno']),
    ]);
    const { text, lines } = await show(world, id);
    for (const trick of ['\u001b[2J', '\u202e', '\u001b[31mno']) expect(text).not.toContain(trick);
    expect(lines).toHaveLength(7);
  });

  test.each(['wf_0', `wf_${'0'.repeat(32)}`, '', '--json', '../../etc/passwd'])(
    'refuses %j, which no workflow is called',
    async (id) => {
      const world = await startWorkflowsWorld();
      await expect(show(world, id)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining('"guildline workflows list" lists them'),
      });
    },
  );

  test("shows nothing of another caller's", async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([post('secret plan')], other);
    await expect(show(world, id)).rejects.toThrow('You have no workflow with this id');
  });
});

describe('show --watch', () => {
  test('prints a line for each thing that happens, until the end', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([post('a'), wait, post('b')]);
    const { output, streams } = commandStreams();
    const flags = { dataDirectory: world.dataDirectory, watch: true };
    let looks = 0;
    const between = () => {
      looks += 1;
      // The first time nothing happens, and nothing is printed.
      if (looks > 1) world.advance(3_600_000);
      world.engine.wake();
    };
    expect(await showWorkflow(id, flags, timing(world, between), streams)).toBe(0);
    expect(output.lines).toEqual([
      '[1/3] ✓  step_0  notes_post  0.4 s',
      'waiting: …  later  workflow_wait  waits until 2030-01-01T17:00:00.400Z',
      expect.stringMatching(/^\[2\/3\] ✓ {2}later {2}workflow_wait/),
      '[3/3] ✓  step_2  notes_post  0.4 s',
      'completed',
    ]);
  });

  test('draws over what it has drawn on a terminal, and leaves the end standing', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([wait, post('b')]);
    const { output, streams } = commandStreams();
    output.isTTY = true;
    const between = () => {
      world.advance(3_600_000);
      world.engine.wake();
    };
    await showWorkflow(
      id,
      { dataDirectory: world.dataDirectory, watch: true },
      timing(world, between),
      streams,
    );
    const [, first = '', second = ''] = output.text.split('\u001b[?7l');
    expect(first).toContain('waits until');
    const height = first.split('\n').length - 1;
    expect(second.startsWith(`\r\u001b[${height}A\u001b[J`)).toBe(true);
    expect(second).toContain('completed');
    expect(second.endsWith('\u001b[?7h')).toBe(true);
  });

  test('prints a line of JSON for each change, and ends with 1 unless all is well', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([wait, post('b')]);
    const { output, streams } = commandStreams();
    const flags = { dataDirectory: world.dataDirectory, watch: true, json: true };
    const cancel = () => world.engine.cancel(id);
    expect(await showWorkflow(id, flags, timing(world, cancel), streams)).toBe(1);
    const shown = output.lines.map((line) => (JSON.parse(line) as { status: string }).status);
    expect(shown).toEqual(['waiting', 'cancelled']);
  });

  test('ends when it is stopped', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([wait]);
    const stop = new AbortController();
    const { streams } = commandStreams();
    const stopped = { ...timing(world, () => stop.abort()), stop: stop.signal };
    const flags = { dataDirectory: world.dataDirectory, watch: true };
    expect(await showWorkflow(id, flags, stopped, streams)).toBe(1);
  });
});

test('result prints what the steps gave', async () => {
  const world = await startWorkflowsWorld();
  const id = await world.start([post('a', { save_as: 'mine' })]);
  const { output, streams } = commandStreams();
  expect(await printResult(id, { dataDirectory: world.dataDirectory }, streams)).toBe(0);
  expect(JSON.parse(output.text)).toMatchObject({
    status: 'completed',
    variables: { step_0: { note: 'a' }, mine: { note: 'a' } },
  });
});

test('cancel ends a workflow that waits', async () => {
  const world = await startWorkflowsWorld();
  const id = await world.start([wait]);
  const { output, streams } = commandStreams();
  expect(await cancelWorkflow(id, { dataDirectory: world.dataDirectory }, streams)).toBe(0);
  expect(output.lines).toEqual([`${id}  cancelled  0 of 1 steps`]);
  expect(await statusOf(world, id)).toBe('cancelled');
});

describe('answer', () => {
  async function answer(
    world: WorkflowsWorld,
    id: string,
    text: string,
    more: object = {},
    said?: string,
  ) {
    const kept = commandStreams(said);
    const flags = { dataDirectory: world.dataDirectory, ...more };
    const code = await answerWorkflow(id, text, flags, never, kept.streams);
    await world.engine.idle();
    return { code, question: kept.question() };
  }

  test('shows the question, asks for a yes on the terminal, and lets the workflow go on', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([ask(), post('{{go.answer}} by {{go.answered_by}}')]);
    const { code, question } = await answer(world, id, 'yes', {}, 'yes');
    expect(code).toBe(0);
    expect(question).toMatch(/question: .*Go on\?/);
    expect(world.posted).toEqual(['yes by local']);
  });

  test('asks nobody with --yes', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([ask(), post('{{go.answer}}')]);
    await answer(world, id, 'no', { yes: true, step: 'go' });
    expect(world.posted).toEqual(['no']);
  });

  test.each([
    ['with no terminal', undefined],
    ['when the person says no', 'no'],
  ])('answers nothing %s, and ends with 3', async (_what, said) => {
    const world = await startWorkflowsWorld();
    const id = await world.start([ask()]);
    await expect(answer(world, id, 'yes', {}, said)).rejects.toMatchObject({ exitCode: 3 });
    expect(await statusOf(world, id)).toBe('waiting');
  });

  test('refuses what is none of the choices, and a workflow that asks nothing', async () => {
    const world = await startWorkflowsWorld();
    const asking = await world.start([ask()]);
    await expect(answer(world, asking, 'maybe', { yes: true })).rejects.toMatchObject({
      exitCode: 2,
      message: 'answer: It has to be one of "yes", "no".',
    });
    const id = await world.start([wait]);
    await expect(answer(world, id, 'yes', { yes: true })).rejects.toMatchObject({
      exitCode: 2,
      message: 'The workflow is waiting and asks nothing, so nothing was answered.',
    });
  });
});

describe('resume', () => {
  test('goes on with a failed workflow without asking', async () => {
    const world = await startWorkflowsWorld();
    world.fail('refused');
    const id = await world.start([post('a'), post('b')]);
    const { code } = await resume(world, id, {});
    expect(code).toBe(0);
    expect(world.posted).toEqual(['a', 'b']);
  });

  test('tells what has to be decided if a workflow is in review, and ends with 2', async () => {
    const world = await startWorkflowsWorld();
    world.fail('lost');
    const id = await world.start([post('a')]);
    await expect(resume(world, id, {})).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/It needs a decision[\s\S]+--outcome not_applied/),
    });
    expect(await statusOf(world, id)).toBe('needs_review');
  });

  test.each([
    ['applied', {}, ['b']],
    ['not_applied', {}, ['a', 'b']],
    ['skip', {}, ['b']],
    ['applied', { step: '1' }, ['b']],
    ['applied', { step: 'step_0' }, ['b']],
  ])('with %s and %j goes on as the person decides', async (outcome, more, posted) => {
    const world = await startWorkflowsWorld();
    world.fail('lost');
    const id = await world.start([post('a'), post('b')]);
    world.advance(120_000);
    const { question } = await resume(world, id, { outcome, ...more }, 'yes');
    expect(question).toContain('verdict: ');
    expect(world.posted).toEqual(posted);
    expect(await statusOf(world, id)).toBe('completed');
  });

  test('takes the result of an applied step from a file, for the steps behind it', async () => {
    const world = await startWorkflowsWorld();
    const folder = await mkdtemp(join(tmpdir(), 'guildline-result-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'result.json');
    await writeFile(file, '{"note": "as it was"}');
    world.fail('lost');
    const id = await world.start([post('a', { id: 'first' }), post('{{first.note}}')]);
    await resume(world, id, { outcome: 'applied', result: file, yes: true });
    expect(world.posted).toEqual(['as it was']);
  });

  test.each([
    ['a step without an outcome', { step: '1' }, '--step and --result belong to a decision'],
    [
      'a result of a step that was not applied',
      { outcome: 'skip', result: '-' },
      'leave --result out',
    ],
    ['a step that is not there', { outcome: 'skip', step: '9' }, 'has steps 1 to 1'],
    [
      'a step where it does not stand',
      { outcome: 'skip', step: 'other' },
      'no verdict on that step',
    ],
    ['an outcome that is none', { outcome: 'done' }, 'verdict.outcome'],
    ['a file that is not there', { outcome: 'applied', result: '/nowhere.json' }, 'Cannot read'],
  ])('refuses %s, and ends with 2', async (_what, flags, message) => {
    const world = await startWorkflowsWorld();
    world.fail('lost');
    const id = await world.start([post('a')]);
    await expect(resume(world, id, { yes: true, ...flags })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
    expect(world.posted).toEqual([]);
    expect(await statusOf(world, id)).toBe('needs_review');
  });

  test('decides nothing unless the person says yes', async () => {
    const world = await startWorkflowsWorld();
    world.fail('lost');
    const id = await world.start([post('a')]);
    await expect(resume(world, id, { outcome: 'skip' }, 'no')).rejects.toMatchObject({
      exitCode: 3,
    });
    expect(await statusOf(world, id)).toBe('needs_review');
  });

  test('leaves a workflow alone that is under way', async () => {
    const world = await startWorkflowsWorld();
    const id = await world.start([wait]);
    await expect(resume(world, id, {})).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('the desk', () => {
  test.each(['workflow_start', 'notes_post', 'mcp_pipeline', 'tools_call', '__proto__'])(
    'makes no call of %s',
    async (tool) => {
      const world = await startWorkflowsWorld();
      const args = { text: 'x', steps: [post('x')], target: { profile_id: 'default' } };
      const outcome = await world.desk({ tool, args });
      expect(outcome).toMatchObject({ kind: 'error', error: { code: 'NOT_AUTHORIZED' } });
      expect(world.posted).toEqual([]);
    },
  );

  test('takes a ticket once, and for the call that it was given for', async () => {
    const world = await startWorkflowsWorld();
    world.fail('lost');
    const id = await world.start([post('a')]);
    const decide = (outcome: string) => ({
      tool: 'workflow_resume',
      args: { id, verdict: { step: 'step_0', outcome } },
    });
    const asked = await world.desk(decide('skip'));
    if (asked.kind !== 'needs-approval') throw new Error(asked.kind);
    const answer = { approved: true, ticket: asked.request.ticket } as const;
    const refused = { error: { code: 'CONFIRMATION_INVALID' } };
    expect(await world.desk({ ...decide('applied'), answer })).toMatchObject(refused);
    expect(await statusOf(world, id)).toBe('needs_review');
    expect(await world.desk({ ...decide('skip'), answer })).toMatchObject({ kind: 'result' });
    expect(world.posted).toEqual([]);
  });
});

describe('the estimate', () => {
  const plan = {
    created_at: '',
    steps: ['a', 'b', 'c', 'd'].map((id) => ({ id, tool: 'notes_post' })),
  };
  const summary = { status: 'running', completed_steps: 2 } as never;
  const took = (duration_ms: number, status = 'success') =>
    ({ id: 'x', tool: 'notes_post', status, duration_ms }) as never;

  test('is what the steps until now took, for the steps that are left', () => {
    const run = { summary, plan, steps: [took(100), took(300)], review: undefined };
    expect(estimateRest(run)).toBe(400);
  });

  test('leaves skipped steps out, and is unknown before the first step and ahead of a wait', () => {
    const review = undefined;
    const skipped = [took(0, 'skipped'), took(300)];
    expect(estimateRest({ summary, plan, steps: skipped, review })).toBe(600);
    expect(estimateRest({ summary, plan, steps: [], review })).toBeUndefined();
    const waits = {
      ...plan,
      steps: [...plan.steps.slice(0, 3), { id: 'w', tool: 'workflow_ask' }],
    };
    expect(estimateRest({ summary, plan: waits, steps: [took(100)], review })).toBeUndefined();
  });
});

test.each([
  [0, '0.0 s'],
  [9_940, '9.9 s'],
  [9_960, '10 s'],
  [59_499, '59 s'],
  [59_600, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
  [273_600_000, '3 d 4 h'],
  [-5, '0.0 s'],
])('%i ms are shown as %s', (milliseconds, shown) => {
  expect(formatDuration(milliseconds)).toBe(shown);
});
