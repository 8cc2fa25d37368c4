import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ToolError } from '@guildline/mcp-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askControl, findControl } from '../src/control/ask-control.ts';
import {
  type ControlPlace,
  controlFile,
  readControlFile,
  writeControlFile,
} from '../src/control/control-file.ts';
import { type ControlServer, createControlServer } from '../src/control/control-server.ts';
import { openWhenFree } from '../src/control/open-when-free.ts';
import type { Desk, OperatorOutcome, OperatorRequest } from '../src/control/operator.ts';

const windows = process.platform === 'win32';
const request: OperatorRequest = { tool: 'workflow_status', args: { id: 'wf_1' } };

let root: string;
let folder: string;
let closers: (() => unknown)[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guildline-control-test-'));
  folder = join(root, 'workflows');
  closers = [];
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await rm(root, { recursive: true });
});

/** A desk that answers with what it was asked, and remembers it. */
function echo() {
  const asked: OperatorRequest[] = [];
  const desk: Desk = async (given) => {
    asked.push(given);
    return { kind: 'result', structured: { ...given.args }, meta: {}, notes: [] };
  };
  return { asked, desk };
}

interface Started {
  readonly server: ControlServer;
  readonly place: ControlPlace;
  readonly told: readonly string[];
}

async function start(desk: Desk, patience?: number): Promise<Started> {
  const told: string[] = [];
  const report = (line: string) => told.push(line);
  const server = createControlServer({ folder, desk, report, patience });
  closers.push(() => server.close());
  await server.start();
  return { server, place: (await readControlFile(folder)) as ControlPlace, told };
}

/** Sends bytes as they are, and gives everything that comes back. */
async function send(address: string, ...parts: readonly string[]): Promise<string> {
  const socket = connect({ path: address });
  // A server that hangs up in the middle of a long line is what some tests are about.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  return await text(socket).catch(() => '');
}

function codeOf(answer: string): unknown {
  const outcome = JSON.parse(answer) as OperatorOutcome;
  return outcome.kind === 'error' ? outcome.error.code : outcome.kind;
}

describe('a control server', () => {
  test('hands a request to the desk, and its answer back', async () => {
    const { asked, desk } = echo();
    const { place } = await start(desk);
    const answer = { approved: true, ticket: 't' } as const;
    const outcome = await askControl(place, { ...request, answer });
    expect(outcome).toEqual({ kind: 'result', structured: { id: 'wf_1' }, meta: {}, notes: [] });
    expect(asked).toEqual([{ ...request, answer }]);
  });

  test.skipIf(windows)('opens its folder, socket and secret to nobody else', async () => {
    await mkdir(folder, { mode: 0o755 });
    await chmod(folder, 0o755);
    const { place } = await start(echo().desk);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(folder)).toBe('700');
    expect(await modeOf(place.address)).toBe('600');
    expect(await modeOf(controlFile(folder))).toBe('600');
  });

  test.each([
    ['no secret', {}],
    ['a wrong secret', { secret: 'wrong' }],
    ['a secret that is no text', { secret: ['x'] }],
  ])('refuses a request with %s before it looks at it', async (_what, secret) => {
    const { asked, desk } = echo();
    const { place } = await start(desk);
    const answer = await send(place.address, `${JSON.stringify({ ...request, ...secret })}\n`);
    expect(codeOf(answer)).toBe('NOT_AUTHORIZED');
    expect(answer).not.toContain(place.secret);
    expect(asked).toEqual([]);
  });

  test('has a new secret each time, so that an old one is worth nothing', async () => {
    const first = await start(echo().desk);
    await first.server.close();
    const { asked, desk } = echo();
    const second = await start(desk);
    expect(second.place.secret).not.toBe(first.place.secret);
    const stale = { ...second.place, secret: first.place.secret };
    expect(await askControl(stale, request)).toMatchObject({ error: { code: 'NOT_AUTHORIZED' } });
    expect(asked).toEqual([]);
  });

  test.each([
    ['no JSON', 'tool=workflow_list'],
    ['a list', '[]'],
    ['null', 'null'],
    ['nothing', ''],
  ])('says what is wrong with %s', async (_what, line) => {
    const { place } = await start(echo().desk);
    expect(['VALIDATION_ERROR', 'NOT_AUTHORIZED']).toContain(
      codeOf(await send(place.address, `${line}\n`)),
    );
  });

  test.each([
    ['no tool', { args: {} }],
    ['arguments that are a list', { tool: 'workflow_list', args: [] }],
    ['an approval without a ticket', { ...request, answer: { approved: true } }],
    ['an answer that is neither yes nor no', { ...request, answer: { approved: 'yes' } }],
  ])('refuses a request with %s', async (_what, wrong) => {
    const { asked, desk } = echo();
    const { place } = await start(desk);
    const line = JSON.stringify({ secret: place.secret, ...wrong });
    expect(codeOf(await send(place.address, `${line}\n`))).toBe('VALIDATION_ERROR');
    expect(asked).toEqual([]);
  });

  test('waits for the rest of a line that comes in pieces', async () => {
    const { place } = await start(echo().desk);
    const line = `${JSON.stringify({ secret: place.secret, ...request, args: { id: 'ä€😀' } })}\n`;
    const socket = connect({ path: place.address });
    await once(socket, 'connect');
    // In the middle of a character, too.
    for (const byte of Buffer.from(line)) socket.write(Buffer.of(byte));
    expect(JSON.parse(await text(socket))).toMatchObject({ structured: { id: 'ä€😀' } });
  });

  test('hangs up on half a line, whether its client leaves or says nothing more', async () => {
    const { asked, desk } = echo();
    const { place } = await start(desk, 20);
    expect(await send(place.address, '{"secret":')).toBe('');
    const leaving = connect({ path: place.address });
    await once(leaving, 'connect');
    leaving.end('{"secret":');
    expect(await text(leaving)).toBe('');
    expect(asked).toEqual([]);
  });

  test('takes no line of more than a megabyte', async () => {
    const { asked, desk } = echo();
    const { place } = await start(desk);
    const answer = await send(place.address, 'x'.repeat(1024 * 1024), 'x'.repeat(1024));
    // The answer may be lost with the rest of the line; the call is not made either way.
    if (answer !== '') expect(codeOf(answer)).toBe('VALIDATION_ERROR');
    expect(asked).toEqual([]);
    expect(await askControl(place, request)).toMatchObject({ kind: 'result' });
  });

  test('answers many clients at once, each with its own', async () => {
    const { place } = await start(echo().desk);
    const ids = Array.from({ length: 24 }, (_, index) => `wf_${index}`);
    const outcomes = await Promise.all(
      ids.map((id) => askControl(place, { tool: 'workflow_status', args: { id } })),
    );
    expect(
      outcomes.map((outcome) => outcome.kind === 'result' && outcome.structured['id']),
    ).toEqual(ids);
  });

  test('tells nobody why its desk failed, and goes on', async () => {
    const { place } = await start(async () => {
      throw new Error('password=hunter2');
    });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const outcome = await askControl(place, request);
      expect(outcome).toMatchObject({ error: { code: 'INTERNAL_ERROR', outcome: 'unknown' } });
      expect(JSON.stringify(outcome)).not.toContain('hunter2');
    }
  });

  test('takes the place of one that was killed, and leaves nothing behind when it closes', async () => {
    await mkdir(folder);
    const address = join(folder, 'control.sock');
    if (!windows) await writeFile(address, '');
    await writeControlFile(folder, { address, secret: 'old', pid: 1 });
    expect(await findControl(folder)).toBeUndefined();
    const { server, place } = await start(echo().desk);
    expect(await findControl(folder)).toEqual(place);
    await server.close();
    expect(await findControl(folder)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test('that was closed does not begin to listen', async () => {
    const server = createControlServer({ folder, desk: echo().desk, report: () => undefined });
    await server.close();
    await server.start();
    expect(await findControl(folder)).toBeUndefined();
  });

  test('leaves the file of its successor alone', async () => {
    const { server } = await start(echo().desk);
    const successor = { address: join(folder, 'other.sock'), secret: 'new', pid: 2 };
    await writeControlFile(folder, successor);
    await server.close();
    expect(await readControlFile(folder)).toEqual(successor);
  });

  test('answers what it has taken when it is closed meanwhile', async () => {
    let finish: () => void = () => undefined;
    let taken: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const { server, place } = await start(async () => {
      taken();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { kind: 'result', structured: { done: true }, meta: {}, notes: [] };
    });
    const asked = askControl(place, request);
    await isTaken;
    await server.close();
    finish();
    expect(await asked).toMatchObject({ structured: { done: true } });
  });

  test.skipIf(windows)('listens elsewhere if the path of its folder is too long', async () => {
    folder = join(root, 'x'.repeat(60), 'y'.repeat(60));
    const { server, place } = await start(echo().desk);
    expect(Buffer.byteLength(place.address)).toBeLessThanOrEqual(100);
    expect((await stat(dirname(place.address))).mode & 0o777).toBe(0o700);
    expect(await askControl(place, request)).toMatchObject({ kind: 'result' });
    await server.close();
    await expect(stat(dirname(place.address))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('says so if it cannot listen, and harms nothing else', async () => {
    await writeFile(folder, 'a file, no folder');
    const { told } = await start(echo().desk);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^"guildline workflows" cannot reach this server: .+ not affected\.$/);
    expect(await readFile(folder, 'utf8')).toBe('a file, no folder');
  });
});

describe('whoever asks', () => {
  /** A server of somebody who does with each connection what a test wants. */
  async function startBroken(onLine: (socket: import('node:net').Socket) => void) {
    await mkdir(folder);
    const address = windows ? `\\\\.\\pipe\\${root.slice(-6)}` : join(folder, 'control.sock');
    const server: Server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => onLine(socket));
    });
    await new Promise<void>((resolve) => server.listen(address, resolve));
    closers.push(() => new Promise((done) => server.close(done)));
    const place = { address, secret: 's', pid: 4711 };
    await writeControlFile(folder, place);
    return place;
  }

  test.each([
    ['dies before its answer', ''],
    ['dies in the middle of its answer', '{"kind":"result","struct'],
    ['answers nonsense', 'hello\n'],
  ])('learns that nothing is known of the call when the server %s', async (_what, said) => {
    const place = await startBroken((socket) => socket.end(said));
    await expect(askControl(place, request)).rejects.toThrow(
      'The server (process 4711) took the command and did not answer, so whether it was done is not known. "guildline workflows show <id>" says where the workflow stands.',
    );
  });

  test('does not wait for ever for a server that is stopped', async () => {
    const place = await startBroken(() => undefined);
    await expect(askControl(place, request, 20)).rejects.toThrow('did not answer');
  });

  test('learns that a server has ended', async () => {
    const { server, place } = await start(echo().desk);
    await server.close();
    await expect(askControl(place, request)).rejects.toThrow(
      `The server (process ${process.pid}) has ended. Call again.`,
    );
  });

  test.each([
    ['is half written', '{"address":'],
    ['is empty', ''],
    ['misses the secret', '{"address":"x","pid":1}'],
    ['is no object', '"x"'],
  ])('finds no server if the control file %s', async (_what, content) => {
    await mkdir(folder);
    await writeFile(controlFile(folder), content);
    expect(await findControl(folder)).toBeUndefined();
  });

  test('finds no server in a folder that is not there', async () => {
    expect(await findControl(join(folder, 'nowhere'))).toBeUndefined();
  });
});

describe('a server that finds its folder held', () => {
  const held = new ToolError({
    code: 'WORKFLOW_UNAVAILABLE',
    message: 'Held.',
    details: { pid: 4711 },
  });

  /** Fails so many times, and counts. */
  function opening(failures: number, error: Error = held) {
    const counts = { opened: 0, paused: 0 };
    const open = async () => {
      counts.opened += 1;
      if (counts.opened <= failures) throw error;
    };
    const pause = async () => {
      counts.paused += 1;
    };
    return { counts, opened: () => openWhenFree(open, folder, pause) };
  }

  test('waits for a command, which takes no commands itself', async () => {
    const { counts, opened } = opening(2);
    await opened();
    expect(counts).toEqual({ opened: 3, paused: 2 });
  });

  test('does not wait for another server', async () => {
    await start(echo().desk);
    const { counts, opened } = opening(2);
    await expect(opened()).rejects.toBe(held);
    expect(counts).toEqual({ opened: 1, paused: 0 });
  });

  test('does not wait for ever, nor for anything else', async () => {
    const patient = opening(1000);
    await expect(patient.opened()).rejects.toBe(held);
    expect(patient.counts.opened).toBe(50);
    const damaged = new ToolError({ code: 'WORKFLOW_UNAVAILABLE', message: 'Damaged.' });
    const other = opening(1, damaged);
    await expect(other.opened()).rejects.toBe(damaged);
    expect(other.counts.paused).toBe(0);
  });
});
