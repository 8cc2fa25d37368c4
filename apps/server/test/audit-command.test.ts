import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import {
  createDispatcher,
  createRegistry,
  defineTool,
  id,
  metaTools,
  type Onion,
  ToolError,
} from '@guildline/mcp-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createServerAudit } from '../src/audit/create-server-audit.ts';
import { parseTime } from '../src/audit/parse-time.ts';
import {
  type AuditShowOptions,
  type AuditVerifyOptions,
  auditShow,
  auditVerify,
} from '../src/commands/audit.ts';
import { toTerminalJson, toTerminalText } from '../src/terminal/terminal-text.ts';

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'guildline-audit-command-'));
});
afterEach(() => rm(dataDirectory, { recursive: true }));

/** A stream that keeps what is written to it. */
class Kept extends Writable {
  text = '';
  onText: (text: string) => void = () => undefined;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.onText(this.text);
    done();
  }
  get lines(): string[] {
    return stripVTControlCharacters(this.text).split('\n').slice(0, -1);
  }
}

function streams() {
  return { output: new Kept(), errors: new Kept() };
}

async function show(options: AuditShowOptions = {}) {
  const kept = streams();
  const code = await auditShow({ dataDirectory, ...options }, new AbortController().signal, kept);
  expect(code).toBe(0);
  return { lines: kept.output.lines, errors: kept.errors.text };
}

async function verify(options: AuditVerifyOptions = {}) {
  const kept = streams();
  const code = await auditVerify({ dataDirectory, ...options }, kept);
  return { code, lines: kept.output.lines, errors: kept.errors.text, text: kept.output.text };
}

/** A server with one tool, whose clock moves a minute with each call. */
function startServer(onion: Onion = {}, maximumBytes?: number) {
  let now = Date.UTC(2030, 0, 1, 12);
  const clock = { now: () => now };
  const told: string[] = [];
  const report = (text: string) => told.push(text);
  const audit = createServerAudit({ dataDirectory, clock, report, maximumBytes });
  const tool = defineTool({
    name: 'notes_post',
    category: 'notes',
    title: 'Post',
    description: 'Posts.',
    input: () => z.strictObject({ board_id: id('board', /^\d{3}$/), text: z.string() }),
    output: () => z.object({ note_id: z.string() }),
    effect: 'once',
    run: async ({ text }) => {
      if (text === 'lost') {
        throw new ToolError({ code: 'OUTCOME_UNKNOWN', message: 'x', outcome: 'unknown' });
      }
      return { note_id: '900' };
    },
  });
  const tools = createRegistry({ tools: [tool, ...metaTools()] });
  const dispatch = createDispatcher({ tools, clock, onion: { ...audit.onion, ...onion } });
  const post = async (args: object, caller = 'alice') => {
    now += 60_000;
    return dispatch('notes_post', args, { caller: { id: caller, groups: [] } });
  };
  return { audit, post, dispatch, told };
}

async function writeCalls(): Promise<void> {
  const { audit, post } = startServer();
  await post({ board_id: '101', text: 'a' });
  await post({ board_id: '102', text: 'lost' }, 'bob');
  await post({ board_id: '1', text: 'a' });
  await audit.close();
}

/** What the death of a process in the middle of a call leaves. */
async function dieInACall(): Promise<void> {
  const never: Onion['audit'] = (call, next) => next(call);
  const { audit, post } = startServer({ audit: never });
  await post({ board_id: '103', text: 'a' });
  await audit.close();
}

describe('audit show', () => {
  test('prints a line per call in aligned columns: time, outcome, tool, caller, ids, code', async () => {
    await writeCalls();
    const { lines, errors } = await show();
    expect(lines).toEqual([
      '2030-01-01T12:01:00.000Z  applied      notes_post                  alice         board_id=101 → note_id=900',
      '2030-01-01T12:02:00.000Z  unknown      notes_post                  bob           board_id=102  OUTCOME_UNKNOWN',
      '2030-01-01T12:03:00.000Z  not_applied  notes_post                  alice         board_id=1  VALIDATION_ERROR',
    ]);
    expect(errors).toBe('');
  });

  test('indents the calls of a pipeline', async () => {
    const { audit, dispatch } = startServer();
    const steps = [{ tool: 'notes_post', args: { board_id: '101', text: 'a' } }];
    await dispatch('mcp_pipeline', { steps }, { caller: { id: 'alice', groups: [] } });
    await audit.close();
    const { lines } = await show();
    expect(lines.map((line) => line.slice(39, 55))).toEqual([
      '  notes_post    ',
      'mcp_pipeline    ',
    ]);
  });

  test('shows a call without an outcome as one that may have happened', async () => {
    await writeCalls();
    await dieInACall();
    const { lines } = await show({ outcome: 'unknown' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^2030-01-01T12:01:00.000Z {2}unknown .* board_id=103 {2}NO_OUTCOME$/);
    expect((await show({ outcome: 'applied' })).lines).toHaveLength(1);
  });

  const cases: readonly (readonly [AuditShowOptions, string[]])[] = [
    [{ tool: 'notes_post' }, ['101', '102', '1']],
    [{ tool: 'mcp_pipeline' }, []],
    [{ caller: 'bob' }, ['102']],
    [{ outcome: 'not_applied' }, ['1']],
    [{ target: '101' }, ['101']],
    [{ target: '900' }, ['101']],
    [{ since: '2030-01-01T12:02:00Z' }, ['102', '1']],
    [{ until: '2030-01-01T12:02:00Z' }, ['101']],
    [{ limit: 2 }, ['102', '1']],
    [{ limit: 1, caller: 'alice' }, ['1']],
    [{ limit: 0 }, []],
  ];
  test.each(cases)('with %j prints what it says', async (options, boards) => {
    await writeCalls();
    const { lines } = await show(options);
    expect(lines.map((line) => /board_id=(\d+)/.exec(line)?.[1])).toEqual(boards);
  });

  test('an outcome after --until still closes the intent before it', async () => {
    const { audit, post } = startServer();
    await post({ board_id: '101', text: 'a' });
    await audit.close();
    expect((await show({ until: '2030-01-01T12:01:00.000Z' })).lines).toEqual([]);
  });

  test('--json prints one object a line, with all of the event', async () => {
    await writeCalls();
    const { lines } = await show({ json: true });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { seq: 3, phase: 'outcome', arguments: { text: 'a' }, made: { note_id: '900' } },
      { seq: 5, outcome: 'unknown' },
      { seq: 6, code: 'VALIDATION_ERROR' },
    ]);
  });

  test('what a caller sent cannot write to the terminal', async () => {
    const { audit, post } = startServer();
    await post({ board_id: '\u001b[2J\n\u202e\u009b31m101', text: '' });
    await audit.close();
    const human = streams();
    await auditShow({ dataDirectory }, new AbortController().signal, human);
    const json = streams();
    await auditShow({ dataDirectory, json: true }, new AbortController().signal, json);
    for (const { output } of [human, json]) {
      for (const dangerous of ['\u001b[2J', '\u202e', '\u009b']) {
        expect(output.text).not.toContain(dangerous);
      }
      expect(output.lines).toHaveLength(1);
    }
    expect(human.output.text).toContain('‹U+001B›[2J‹U+000A›‹U+202E›‹U+009B›31m101');
    expect(JSON.parse(json.output.text)).toMatchObject({
      target: { board_id: '\u001b[2J\n\u202e\u009b31m101' },
    });
  });

  test('--follow goes on with what is written meanwhile, until it is stopped', async () => {
    await writeCalls();
    const { audit, post } = startServer();
    const kept = streams();
    const stop = new AbortController();
    let posted = false;
    const followed = new Promise<void>((resolve) => {
      kept.output.onText = () => {
        if (!posted) void post({ board_id: '104', text: 'a' });
        posted = true;
        if (kept.output.text.includes('104')) resolve();
      };
    });
    const ended = auditShow({ dataDirectory, follow: true, limit: 1 }, stop.signal, kept);
    await followed;
    stop.abort();
    expect(await ended).toBe(0);
    expect(kept.output.lines.map((line) => /board_id=(\d+)/.exec(line)?.[1])).toEqual(['1', '104']);
    await audit.close();
  });

  test('ends quietly when nobody reads any more', async () => {
    await writeCalls();
    const output = new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' })),
    });
    const code = await auditShow({ dataDirectory }, new AbortController().signal, {
      output,
      errors: new Kept(),
    });
    expect(code).toBe(0);
  });

  test('says how many lines it passed over', async () => {
    await writeCalls();
    const [name = ''] = await logFiles();
    await writeFile(join(dataDirectory, 'audit', name), 'nothing\nof\nthe kind\n');
    const { lines, errors } = await show();
    expect(lines).toEqual([]);
    expect(errors).toContain(`Passed over 3 lines of ${name}`);
  });

  test.each([
    [{ outcome: 'done' }, '--outcome "done" is none of applied, not_applied, unknown.'],
    [{ since: 'yesterday' }, '--since "yesterday" is no time.'],
    [{ until: '12' }, '--until "12" is no time.'],
  ])('refuses %j with the reason', async (options, message) => {
    await expect(show(options)).rejects.toThrow(message);
  });
});

describe('audit verify', () => {
  test('ends with 0 and a row per chain if nothing was tampered with', async () => {
    await writeCalls();
    await dieInACall();
    const { code, lines } = await verify();
    expect(code).toBe(0);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^✓ {2}2030\S+Z-[0-9a-f]{16} {2}1 file {2}\d events? +ended$/);
    expect(lines[2]).toBe('✓ 2 chains, 6 events: nothing was changed, removed or moved');
  });

  test('ends with 1 and names file and line of what was changed', async () => {
    await writeCalls();
    const [name = ''] = await logFiles();
    const path = join(dataDirectory, 'audit', name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"unknown"', '"not_applied"'));
    const { code, lines } = await verify();
    expect(code).toBe(1);
    expect(lines).toContain(`✗ ${name}:5  changed  Entry 5 is not what was written.`);
    expect(lines.at(-1)).toContain('1 chain with a problem');
  });

  test('--json prints the report', async () => {
    await writeCalls();
    const { code, text } = await verify({ json: true });
    expect(JSON.parse(text)).toMatchObject({ ok: true, chains: [{ events: 5, closed: true }] });
    expect(code).toBe(0);
  });

  test('a server that runs is told from one that ended', async () => {
    const { audit, post } = startServer();
    await post({ board_id: '101', text: 'a' });
    expect((await verify()).lines[0]).toContain('running, or its process died; 3 not yet sealed');
    await audit.close();
    expect((await verify()).lines[0]).toContain('ended');
  });

  test('without a log there is nothing to verify, and no key is made', async () => {
    const { code, errors, lines } = await verify();
    expect({ code, lines }).toEqual({ code: 0, lines: [] });
    expect(errors).toContain('There is no audit log');
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  test('a log without its key cannot be verified, and no key is made', async () => {
    await writeCalls();
    const keyFile = join(dataDirectory, 'audit.key');
    await rm(keyFile);
    await expect(verify()).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`its key ${keyFile} cannot be read`),
    });
    expect(await readdir(dataDirectory)).toEqual(['audit']);
  });

  test('--since leaves out what began before', async () => {
    await writeCalls();
    const { code, errors } = await verify({ since: '2031-01-01' });
    expect(code).toBe(0);
    expect(errors).toContain('There is no audit log');
  });
});

test('a server begins a new file at the size that is configured', async () => {
  const { audit, post, told } = startServer({}, 1);
  await post({ board_id: '101', text: 'a' });
  await audit.close();
  expect(await logFiles()).toHaveLength(2);
  expect((await verify()).code).toBe(0);
  expect(told).toEqual([]);
});

test('a time is a date or how long ago', () => {
  const now = Date.UTC(2030, 0, 10);
  expect(parseTime('--since', '2h', now)).toBe(now - 7_200_000);
  expect(parseTime('--since', '30m', now)).toBe(now - 1_800_000);
  expect(parseTime('--since', '7d', now)).toBe(Date.UTC(2030, 0, 3));
  expect(parseTime('--since', '45s', now)).toBe(now - 45_000);
  expect(parseTime('--since', '2030-01-02', now)).toBe(Date.UTC(2030, 0, 2));
  expect(parseTime('--since', '2030-01-02T03:04:05.678Z', now)).toBe(
    Date.UTC(2030, 0, 2, 3, 4, 5, 678),
  );
});

test('text for a terminal keeps what can be seen', () => {
  expect(toTerminalText('Grüße 🎉 日本 a\tb')).toBe('Grüße 🎉 日本 a‹U+0009›b');
  const value = { a: 'Grüße 🎉 \u202e\u{e0041}\ud800' };
  expect(toTerminalJson(value)).toBe('{"a":"Grüße 🎉 \\u202e\\udb40\\udc41\\ud800"}');
  expect(JSON.parse(toTerminalJson(value))).toEqual(value);
});

async function logFiles(): Promise<string[]> {
  const names = await readdir(join(dataDirectory, 'audit'));
  return names.filter((name) => name.endsWith('.jsonl')).sort();
}
