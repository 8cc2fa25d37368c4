import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from './program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildline-commands-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function pipelineFile(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const steps = [
  { id: 'me', tool: 'users_get_current', args: {} },
  {
    id: 'send',
    tool: 'messages_send',
    args: { channel_id: '222233334444555566', content: 'I am {{me.id}}' },
  },
];
const failing = [{ tool: 'channels_get', args: { channel_id: '999999999999999999' } }];
const invalid = [{ tool: 'chanels_get', args: {} }];

describe('run', () => {
  test('prints progress to standard error and the result to standard output, and ends with 0', async () => {
    const path = await pipelineFile('ok.json', { steps });
    const { code, stdout, stderr } = await runProgram(['run', path, '--simulate']);
    expect(JSON.parse(stdout)).toMatchObject({ aborted: false, steps: [{}, { id: 'send' }] });
    expect(stderr).toContain('[2/2] send (messages_send): success');
    expect(code).toBe(0);
  });

  test.each([
    ['a list of steps', steps],
    ['a whole tools/call request', { name: 'mcp_pipeline', arguments: { steps } }],
  ])('takes %s from standard input', async (_what, document) => {
    const { code, stdout } = await runProgram(['run', '-', '--simulate'], {
      input: JSON.stringify(document),
    });
    expect(JSON.parse(stdout)).toMatchObject({ aborted: false });
    expect(code).toBe(0);
  });

  test('ends with 1 if a step failed', async () => {
    const { code, stdout } = await runProgram(['run', '-', '--simulate'], {
      input: JSON.stringify(failing),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      aborted: true,
      steps: [{ error: { code: 'DISCORD_NOT_FOUND' } }],
    });
    expect(code).toBe(1);
  });

  test.each([
    ['a pipeline that the check refuses', JSON.stringify(invalid), 'Did you mean'],
    ['more than 20 steps', JSON.stringify(Array(21).fill(steps[0])), 'VALIDATION_ERROR'],
  ])('ends with 2 for %s', async (_what, input, text) => {
    const { code, stdout } = await runProgram(['run', '-', '--simulate'], { input });
    expect(stdout).toContain(text);
    expect(code).toBe(2);
  });

  test.each([
    ['text that is no JSON', ['run', '-'], '{"steps": [', 'Standard input is not JSON'],
    ['a file that is not there', ['run', '/no/such/file.json'], '', 'Cannot read'],
    ['no file', ['run'], '', "missing required argument 'pipeline'"],
    ['a command that is not there', ['rnu'], '', 'Did you mean'],
    ['an option that is not there', ['run', '-', '--simulat'], '', 'Did you mean --simulate?'],
    ['a port that is none', ['simulate', '--port', 'x'], '', 'whole number'],
  ])('ends with 2 and one clear message for %s', async (_what, args, input, message) => {
    const { code, stderr, stdout } = await runProgram(args, { input });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

describe('check', () => {
  test('ends with 0 and says what a sound pipeline needs', async () => {
    const { code, stdout } = await runProgram(['check', '-', '--simulate'], {
      input: JSON.stringify(steps),
    });
    expect(stdout).toContain('permitted');
    expect(stdout).toContain('2 calls');
    expect(code).toBe(0);
  });

  test('ends with 2 and lists every problem', async () => {
    const { code, stdout } = await runProgram(['check', '-', '--simulate', '--json'], {
      input: JSON.stringify([...invalid, { tool: 'guild_get', args: {} }]),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      issues: [{ code: 'UNKNOWN_TOOL' }, { path: ['guild_id'] }],
    });
    expect(code).toBe(2);
  });
});

describe('without a token', () => {
  test('--help and --version answer on standard output', async () => {
    const help = await runProgram(['--help']);
    expect(help.stdout).toContain('serve');
    expect(help.code).toBe(0);
    const version = await runProgram(['--version']);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect(version.code).toBe(0);
  });

  test('options of the program may stand before a command', async () => {
    const one = ['tools', 'messages_send'];
    const [before, behind, typo] = await Promise.all([
      runProgram(['--read-only', '--surface', 'full', '--tools=messages_send', ...one]),
      runProgram([...one, '--read-only', '--surface', 'full', '--tools=messages_send']),
      runProgram(['--surface', 'full', 'tols']),
    ]);
    expect(before).toEqual(behind);
    expect(before.code).toBe(0);
    expect(typo.stderr).toContain('Did you mean tools?');
  });

  test('tools are listed in aligned columns without colours', async () => {
    const { stdout, code } = await runProgram(['tools'], { env: { CI: 'true' } });
    const lines = stdout.split('\n').filter((line) => line.startsWith('messages_'));
    const columns = new Set(
      lines.map((line) => line.search(/\b(read|idempotent|keyed|once|destructive)\b/)),
    );
    expect(columns.size).toBe(1);
    expect(stdout).not.toContain('\u001b[');
    expect(code).toBe(0);
  });

  test.each([
    [[], ['tools_search', 'tools_write'], ['messages_send', 'mcp_pipeline_check']],
    [
      ['--surface', 'full'],
      ['messages_send', 'mcp_pipeline_check'],
      ['tools_search', 'tools_write'],
    ],
  ])('tools --json %j prints what MCP publishes for the surface', async (flags, shown, hidden) => {
    const { stdout } = await runProgram(['tools', '--json', ...flags]);
    const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['mcp_pipeline', ...shown]));
    for (const name of hidden) expect(names).not.toContain(name);
  });

  test('tools without --json prints every tool that is on, whatever the surface', async () => {
    const [progressive, full] = await Promise.all(
      ['progressive', 'full'].map((surface) => runProgram(['tools', '--surface', surface])),
    );
    expect(progressive?.stdout).toBe(full?.stdout);
    for (const name of ['messages_send', 'tools_search']) expect(full?.stdout).toContain(name);
  });

  test('one tool is shown with its schemas', async () => {
    const { stdout } = await runProgram(['tools', 'members_add_role']);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'members_add_role',
      inputSchema: { required: ['guild_id', 'user_id', 'role_id'] },
    });
  });

  test('an unknown tool is answered with the nearest name', async () => {
    const { stderr, code } = await runProgram(['tools', 'member_add_role']);
    expect(stderr).toContain('Did you mean "members_add_role"?');
    expect(code).toBe(2);
  });

  test('run says how to set a token', async () => {
    const { stdout, code } = await runProgram(['run', '-'], { input: JSON.stringify(steps) });
    expect(stdout).toContain('DISCORD_TOKEN');
    expect(code).toBe(1);
  });
});

/** Ids and times differ from run to run, and with them the width of a column. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, 'N').replaceAll(/ +/g, ' ').trim();
}

test('the README of the package shows what run prints', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, pipeline = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
  const [, shown = ''] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const { code, stderr } = await runProgram(['run', '-', '--simulate'], { input: pipeline });
  expect(stderr).toBe(shown);
  expect(code).toBe(0);
});

test('the README shows what the demo prints', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, shown = ''] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const { stdout } = await runProgram(['demo']);
  expect(withoutNumbers(stdout.split('\nThe result:')[0] ?? '')).toBe(withoutNumbers(shown));
});

test('the demo shows the pipeline, its values, the result, and the early abort', async () => {
  const { stdout, code } = await runProgram(['demo']);
  expect(code).toBe(0);
  const [first, second] = stdout.split(/(?=Early abort)/);
  expect(first).toMatch(/✓\s+announce\s+messages_send\s+success\s+\d+ ms/);
  expect(first).toMatch(/description.*Linked to announcement \d{17,19}/);
  expect(first).toContain('"aborted": false');
  expect(second).toMatch(
    /✗\s+event\s+events_create\s+DISCORD_PERMISSION_DENIED: Missing MANAGE_EVENTS/,
  );
  expect(second).toContain('"aborted": true');
  expect(second).toMatch(/grant\s+members_add_role\s+absent/);
});
