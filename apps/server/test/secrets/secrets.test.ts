import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fault, type Simulator, startSimulator } from '@guildline/discord-simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../program.ts';
import { findSecrets } from './find-secrets.ts';
import { leakingCalls, leakingSteps } from './leaking-calls.ts';
import { leak, planted } from './planted-secrets.ts';
import { openSession, type Session } from './session.ts';
import { openTokenGate, type TokenGate } from './token-gate.ts';

let simulator: Simulator;
let gate: TokenGate;
let folder: string;
let data: string;
/** Everything that the program wrote, by where. */
const written: Record<string, string> = {};
const webhookTokens: Record<string, string> = {};

beforeAll(async () => {
  simulator = await startSimulator({ limits: 'off' });
  gate = await openTokenGate(simulator, planted.botToken);
  folder = await mkdtemp(join(tmpdir(), 'guildline-secrets-'));
  data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(folder, 'token'), `${planted.botToken}\n`);
  await serveEverything('serve', { flags: [], canAsk: true }, { DISCORD_TOKEN: planted.botToken });
  await serveEverything(
    'serve with tokens for approvals',
    { flags: ['--verbose'], canAsk: false },
    { DISCORD_TOKEN_FILE: join(folder, 'token') },
  );
  await runCommands();
  for (const { id, token } of simulator.control.world().webhooks) webhookTokens[id] = token;
  for (const name of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (name.isFile()) written[path] = await readFile(path, 'latin1');
  }
}, 120_000);
afterAll(async () => {
  await gate.close();
  await simulator.close();
  await rm(folder, { recursive: true });
});

function environment(token: Readonly<Record<string, string>>) {
  return { ...token, DISCORD_API_URL: gate.url, GUILDLINE_DATA_DIR: data };
}

/** Makes every call over MCP. */
async function serveEverything(
  name: string,
  how: { readonly flags: readonly string[]; readonly canAsk: boolean },
  token: Readonly<Record<string, string>>,
): Promise<void> {
  const session = await openSession(how, environment(token));
  await session.request('tools/list');
  await useWebhook(session);
  for (const [tool, args] of leakingCalls) await session.call(tool, args);
  if (how.canAsk) await meetEchoes(session);
  await session.request('resources/read', { uri: `guildline://results/${planted.otherBotToken}` });
  await session.request(`no/${planted.otherBotToken}`);
  const { stdout, stderr } = await session.end();
  written[`${name}, stdout`] = stdout;
  written[`${name}, stderr`] = stderr;
}

/** Answers that repeat what a request carried. Repeats take time, so one server does. */
async function meetEchoes(session: Session): Promise<void> {
  const webhook = newestWebhook();
  for (const fault of echoes(webhook)) {
    simulator.control.inject(fault);
    await session.call('webhooks_execute', {
      webhook_id: webhook.id,
      content: 'x',
    });
    await session.call('channels_modify', { channel_id: '222233334444555003', topic: leak });
    simulator.control.clearFaults();
  }
}

async function useWebhook(session: Session): Promise<void> {
  const made = await session.call('webhooks_create', {
    channel_id: '222233334444555003',
    name: planted.otherBotToken.slice(0, 80),
    audit_reason: leak.slice(0, 500),
  });
  const { webhook_id } = made.result?.structuredContent ?? {};
  const sent = await session.call('webhooks_execute', { webhook_id, content: leak });
  expect(sent.result?.structuredContent).toMatchObject({ message_id: expect.any(String) });
}

function newestWebhook(): { id: string; token: string } {
  const webhook = simulator.control.world().webhooks.at(-1);
  if (!webhook) throw new Error('A webhook was made before.');
  return webhook;
}

/** Answers that repeat what a request carried. */
function echoes({ id, token }: { id: string; token: string }): Fault[] {
  const url = `https://discord.com/api/webhooks/${id}/${token}`;
  const text = `Bot ${planted.botToken} was here; POST ${url} ; ${leak}`;
  const errors = { [planted.otherBotToken]: { _errors: [{ code: 'BAD', message: text }] } };
  const answers = [
    { status: 400, body: { message: text, code: 50_035, errors } },
    { status: 403, body: { message: text, code: 50_013 } },
    { status: 500, body: { message: text, code: 0 } },
    { status: 502, body: `<html>${text}</html>`, headers: { 'content-type': 'text/html' } },
    { status: 404, body: { message: url, code: 10_003 } },
  ];
  return answers.flatMap((answer) => [
    { ...answer, times: 4, method: 'POST' },
    { ...answer, times: 4, method: 'PATCH' },
  ]);
}

async function runCommands(): Promise<void> {
  const env = environment({ DISCORD_TOKEN: planted.botToken });
  const steps = join(folder, 'steps.json');
  await writeFile(steps, JSON.stringify({ steps: leakingSteps() }));
  const asking = [
    {
      tool: 'channels_delete',
      args: { channel_id: '222233334444555004', audit_reason: leak.slice(0, 500) },
    },
  ];
  const input = JSON.stringify({ steps: asking });
  const token = planted.otherBotToken;
  const runs: readonly (readonly [readonly string[], string?])[] = [
    [['run', steps]],
    [['run', '-', '--verbose'], input],
    [['run', '-', '--approve', planted.jwt], input],
    [['run', '-', '--verbose'], token],
    [['run', '-'], `{"token": "${token}", ${leak}`],
    [['run', join(folder, token), '--verbose']],
    [['check', steps]],
    [['check', steps, '--json', '--verbose']],
    [['tools', '--json']],
    [['tools', token]],
    [['tools', token, '--verbose']],
    [[`--token=${token}`]],
    [['run', '-', `--token=${token}`]],
    [[token]],
    [['audit', 'show']],
    [['audit', 'show', '--json']],
    [['audit', 'show', '--outcome', token, '--verbose']],
    [['audit', 'show', '--since', token]],
    [['audit', 'show', '--limit', token]],
    [['audit', 'verify', '--json']],
    ...(await wrongConfigurations()).flatMap((path): [string[]][] => [
      [['tools', '--config', path]],
      [['serve', '--config', path, '--verbose']],
    ]),
  ];
  await inTurns(runs, async ([args, text]) => {
    const { stdout, stderr } = await runProgram(args, { env, ...(text && { input: text }) });
    const name = args.join(' ').replaceAll(token, '…');
    written[`${name}, stdout`] = stdout;
    written[`${name}, stderr`] = stderr;
  });
  const noToken = { DISCORD_TOKEN_FILE: join(folder, 'missing', 'token') };
  const { stdout } = await runProgram(['run', steps], { env: environment(noToken) });
  written['run without a token'] = stdout;
}

/** A few at a time: each is a process. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = items.values();
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Files in which somebody put secrets where none belong. */
async function wrongConfigurations(): Promise<string[]> {
  const { botToken, otherBotToken, webhookToken, bearer, jwt } = planted;
  const files = {
    'key.yaml': `token: ${otherBotToken}\n`,
    'profile.yaml': `profiles:\n  main:\n    token_file: ${otherBotToken}\n    token: ${botToken}\n`,
    'environment.yaml': `profiles: { main: { token_env: "Bot ${botToken}" } }\n`,
    'list.yaml': `tools: ["${jwt}", "Bearer ${bearer}"]\n`,
    'names.yaml': `groups: { "${otherBotToken}": { categories: ["${otherBotToken}"] } }\n`,
    'hook.yaml': `data_dir: 5\nhook: https://discord.com/api/webhooks/12/${webhookToken}\n`,
    'broken.yaml': `token: [${otherBotToken}\n  x: "${jwt}\n`,
    'broken.json': `{"token": "${otherBotToken}" "x": ${jwt}}`,
    'text.json': otherBotToken,
  };
  return Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    }),
  );
}

test('no secret is in anything that the program printed, sent to its client or stored', () => {
  expect(Object.keys(webhookTokens).length).toBeGreaterThan(0);
  expect(findSecrets(written, { ...planted, ...webhookTokens })).toEqual([]);
});

test('no key of the data directory is anywhere but in its own file', async () => {
  for (const name of ['approval.key', 'audit.key']) {
    const path = join(data, name);
    const key = await readFile(path);
    const elsewhere = Object.fromEntries(Object.entries(written).filter(([at]) => at !== path));
    const forms = {
      bytes: key.toString('latin1'),
      hex: key.toString('hex'),
      base64: key.toString('base64'),
      base64url: key.toString('base64url'),
    };
    expect(findSecrets(elsewhere, forms)).toEqual([]);
  }
});

test('the texts with the secrets have gone where they were sent to, and their traces are there', () => {
  const sent = simulator.control.requests().map(({ body }) => JSON.stringify(body ?? ''));
  expect(sent.filter((body) => body.includes(planted.otherBotToken)).length).toBeGreaterThan(5);
  const redacted = (place: string) => (written[place] ?? '').split('[redacted]').length - 1;
  expect(redacted('serve, stdout')).toBeGreaterThan(50);
  expect(redacted('audit show --json, stdout')).toBeGreaterThan(20);
});

test.each([
  ['plain', (secret: string) => secret],
  ['cut off', (secret: string) => secret.slice(0, -3)],
  ['in base64', (secret: string) => Buffer.from(`x${secret}y`).toString('base64')],
  ['URL-encoded', (secret: string) => encodeURIComponent(secret)],
  ['in JSON', (secret: string) => JSON.stringify(JSON.stringify({ secret }))],
])('the scanner finds a secret that is %s', (_how, hide) => {
  for (const secret of Object.values(planted)) {
    expect(findSecrets({ here: `… ${hide(secret)} …` }, { secret })).not.toEqual([]);
  }
});
