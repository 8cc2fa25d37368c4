import { appendFile, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuditProblemKind, type AuditReport, verifyAuditLog } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';
import {
  auditKey,
  filesOf,
  linesOf,
  makeFolder,
  openLog,
  outcomeEvent,
  writeAll,
  writeLog,
} from './audit-fakes.ts';

let temporary: Awaited<ReturnType<typeof makeFolder>>;
let folder: string;
beforeEach(async () => {
  temporary = await makeFolder();
  folder = temporary.path;
});
afterEach(() => temporary.remove());

function verify(): Promise<AuditReport> {
  return verifyAuditLog(folder, auditKey);
}

async function problemOfOnlyChain() {
  const { ok, chains } = await verify();
  expect(ok).toBe(false);
  expect(chains).toHaveLength(1);
  return chains[0]?.problem;
}

type Lines = readonly string[];

function swap(lines: Lines, one: number, other: number): Lines {
  const copy = [...lines];
  [copy[one], copy[other]] = [lines[other] ?? '', lines[one] ?? ''];
  return copy;
}

/** What may be done to one line, by name, and what it is called when it is found. */
const edits: readonly (readonly [string, AuditProblemKind, (lines: Lines, at: number) => Lines])[] =
  [
    ['has another outcome', 'changed', replaceIn(/applied/, 'unknown')],
    ['has another caller', 'changed', replaceIn(/alice/, 'mallory')],
    ['has another time', 'changed', replaceIn(/"at":"2030/, '"at":"2031')],
    ['has a space more', 'changed', replaceIn(/,"seq"/, ' ,"seq"')],
    ['has a key more', 'changed', replaceIn(/,"mac"/, ',"code":"X","mac"')],
    ['has another code', 'changed', (lines, at) => lines.with(at, flipAfter(lines[at], '"mac":"'))],
    ['has a code of other letters', 'garbage', replaceIn(/"mac":"./, '"mac":"!')],
    ['belongs to another chain', 'foreign', replaceIn(/Z-[0-9a-f]{4}/, 'Z-0000')],
    ['is no JSON', 'garbage', replaceIn(/^\{/, '[')],
    ['is empty', 'garbage', (lines, at) => lines.with(at, '')],
    ['is other text', 'garbage', (lines, at) => lines.with(at, 'nothing to see here')],
    ['has lost its code', 'garbage', replaceIn(/,"mac".*/, '}')],
    ['is there twice', 'duplicated', (lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')],
    ['has a line before it', 'garbage', (lines, at) => lines.toSpliced(at, 0, '{}')],
  ];

/** The line with another character after a text. */
function flipAfter(line = '', text: string): string {
  const at = line.indexOf(text) + text.length;
  return `${line.slice(0, at)}${line[at] === 'A' ? 'B' : 'A'}${line.slice(at + 1)}`;
}

function replaceIn(pattern: RegExp, replacement: string) {
  return (lines: Lines, at: number): Lines =>
    lines.with(at, (lines[at] ?? '').replace(pattern, replacement));
}

describe('a line', () => {
  const count = 6;
  const places = [...Array(count).keys()].map((index) => index + 1);

  test.each(edits)('that %s is found as %s, wherever it stands', async (_name, kind, edit) => {
    const { files } = await writeLog(folder, count);
    const [path = ''] = files;
    const original = await linesOf(path);
    for (const at of places) {
      const edited = edit(original, at);
      expect(edited).not.toEqual(original);
      await writeFile(path, toText(edited));
      const problem = await problemOfOnlyChain();
      const line = kind === 'duplicated' ? at + 2 : at + 1;
      expect({ at, kind: problem?.kind, line: problem?.line }).toEqual({ at, kind, line });
    }
  });

  test('that is removed is found, wherever it stood', async () => {
    const { files } = await writeLog(folder, count);
    const [path = ''] = files;
    const original = await linesOf(path);
    for (const at of [0, ...places.slice(0, -1)]) {
      await writeFile(path, toText(original.toSpliced(at, 1)));
      expect(await problemOfOnlyChain()).toMatchObject({ kind: 'removed', line: at + 1 });
    }
    await writeFile(path, toText(original.slice(0, -1)));
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'cut-tail' });
  });

  test('that changed places with any other is found', async () => {
    const { files } = await writeLog(folder, count);
    const [path = ''] = files;
    const original = await linesOf(path);
    for (let one = 0; one < count; one += 1) {
      for (let other = one + 1; other <= count; other += 1) {
        await writeFile(path, toText(swap(original, one, other)));
        expect(await problemOfOnlyChain()).toMatchObject({ kind: 'reordered', line: one + 1 });
      }
    }
  });

  test('that is copied to the end is found', async () => {
    const { files } = await writeLog(folder, count);
    const [path = ''] = files;
    const original = await linesOf(path);
    for (const at of places) {
      await writeFile(path, toText([...original, original[at] ?? '']));
      expect(await problemOfOnlyChain()).toMatchObject({ kind: 'duplicated', line: count + 2 });
    }
  });

  test('is found when it lost its end together with all that follows', async () => {
    const { files } = await writeLog(folder, count);
    const [path = ''] = files;
    const original = await readFile(path);
    for (const length of [0, 1, 200, original.length - 300, original.length - 1]) {
      await writeFile(path, original.subarray(0, length));
      const problem = await problemOfOnlyChain();
      expect(['garbage', 'cut-tail']).toContain(problem?.kind);
    }
  });
});

describe('in a chain of several files', () => {
  test('a missing file is found and named, whichever it is', async () => {
    const { files } = await writeLog(folder, 40, { maximumBytes: 3000 });
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) {
      const content = await readFile(path);
      await rm(path);
      const problem = await problemOfOnlyChain();
      expect(problem?.kind).toBe('missing-file');
      expect(join(folder, problem?.file ?? '')).toBe(path);
      await writeFile(path, content);
    }
    expect((await verify()).ok).toBe(true);
  });

  test('files that changed places are found', async () => {
    const { files } = await writeLog(folder, 40, { maximumBytes: 3000 });
    const [, second = '', third = ''] = files;
    await rename(second, `${second}.bak`);
    await rename(third, second);
    await rename(`${second}.bak`, third);
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'reordered', line: 1 });
  });

  test('a line that moved to a later file is found as reordered', async () => {
    const { files } = await writeLog(folder, 40, { maximumBytes: 3000 });
    const [first = '', second = ''] = files;
    const lines = await linesOf(first);
    await writeFile(first, toText(lines.toSpliced(3, 1)));
    await appendFile(second, `${lines[3]}\n`);
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'reordered', line: 4 });
  });

  test('the end of a file in the middle is missed', async () => {
    const { files } = await writeLog(folder, 40, { maximumBytes: 3000 });
    const [, second = '', third = ''] = files;
    const lines = await linesOf(second);
    await writeFile(second, toText(lines.slice(0, -2)));
    const problem = await problemOfOnlyChain();
    expect(problem).toMatchObject({ kind: 'removed', line: 1 });
    expect(join(folder, problem?.file ?? '')).toBe(third);
  });

  test('a torn line in a file that is not the last is no accident', async () => {
    const { files } = await writeLog(folder, 40, { maximumBytes: 3000 });
    const [, second = ''] = files;
    await appendFile(second, '{"chain":"');
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'garbage' });
  });

  test('the oldest files cannot be removed unless the log did it', async () => {
    const { files } = await writeLog(folder, 60, { maximumBytes: 3000, keepFiles: 3 });
    await rm(files[0] ?? '');
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'missing-file' });
  });
});

describe('the head', () => {
  test.each([
    ['says less', /"seq":\d+/, '"seq":2'],
    ['says more', /"seq":\d+/, '"seq":99'],
    ['says that nothing is closed', /"closed":true/, '"closed":false'],
    ['has another code of the last line', /"mac":"[^"]/, '"mac":"!'],
    ['has another signature', /"signature":"[^"]/, '"signature":"!'],
    ['lost its signature', /,"signature".*/, '}'],
    ['has a line more', /$/, '\n'],
    ['is empty', /^.*$/s, ''],
  ])('that %s is found', async (_name, pattern, replacement) => {
    const { head } = await writeLog(folder, 5);
    const text = await readFile(head, 'utf8');
    await writeFile(head, text.replace(pattern, replacement));
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'changed-head' });
  });

  test('that is gone is missed', async () => {
    const { head } = await writeLog(folder, 5);
    await rm(head);
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'missing-head' });
  });

  test('of another chain proves nothing', async () => {
    const one = await writeLog(folder, 5);
    const other = await writeLog(folder, 5);
    await copyFile(other.head, one.head);
    const kinds = (await verify()).chains.map(({ problem }) => problem?.kind);
    expect(kinds).toContain('changed-head');
  });

  test('that was replaced by a folder is no head', async () => {
    const { head } = await writeLog(folder, 5);
    await rm(head);
    await mkdir(head);
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'changed-head' });
  });

  test('shows that events were cut off which a process had written before it was killed', async () => {
    const log = openLog(folder, { headInterval: 1 });
    await writeAll(log, [outcomeEvent(1), outcomeEvent(2), outcomeEvent(3)]);
    const { files, head } = await filesOf(folder);
    await headReaches(head, 4);
    const lines = await linesOf(files[0] ?? '');
    await writeFile(files[0] ?? '', toText(lines.slice(0, -1)));
    expect(await problemOfOnlyChain()).toMatchObject({ kind: 'cut-tail' });
    await log.close();
  });
});

describe('after the death of a process', () => {
  async function writeAndDie(more: object = {}) {
    const log = openLog(folder, more);
    await writeAll(log, [outcomeEvent(1), outcomeEvent(2), outcomeEvent(3)]);
    const paths = await filesOf(folder);
    return { ...paths, file: paths.files[0] ?? '', log };
  }

  test('a last line that breaks off anywhere is torn and no tampering', async () => {
    const { file, log } = await writeAndDie();
    const whole = await readFile(file);
    const lastLine = whole.subarray(0, -1).lastIndexOf('\n') + 1;
    for (const length of [lastLine + 1, lastLine + 20, whole.length - 2, whole.length - 1]) {
      await writeFile(file, whole.subarray(0, length));
      expect(await verify()).toMatchObject({
        ok: true,
        chains: [{ events: 2, torn: true, closed: false }],
      });
    }
    await log.close();
  });

  test('a torn line that the head knows was cut off', async () => {
    const { files, head } = await writeLog(folder, 3);
    const [file = ''] = files;
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, -5));
    const kind = (await problemOfOnlyChain())?.kind;
    expect(kind).toBe('garbage');
    expect(await readFile(head, 'utf8')).toContain('"closed":true');
  });

  test('a chain of which there is only the head is whole if it says that nothing was written', async () => {
    const log = openLog(folder, {
      append: () => Promise.reject(new Error('no space left on device')),
    });
    await expect(log.write(outcomeEvent(1))).rejects.toThrow('no space left');
    const { files } = await filesOf(folder);
    for (const file of files) await rm(file);
    expect(await verify()).toMatchObject({ ok: true, chains: [{ files: 0, events: 0 }] });
    await log.close();
  });
});

describe('over several chains', () => {
  async function writeThree() {
    const clock = new ManualClock();
    const chains = [];
    for (let index = 0; index < 3; index += 1) {
      chains.push(await writeLog(folder, 4, { clock }));
      clock.advance(60_000);
    }
    return chains;
  }

  test('a chain that was removed whole is missed by the next', async () => {
    const chains = await writeThree();
    for (const { files, head } of chains.slice(0, 2)) {
      const kept = await Promise.all([...files, head].map((path) => readFile(path)));
      for (const path of [...files, head]) await rm(path);
      const { ok, chains: found } = await verify();
      expect(ok).toBe(false);
      expect(found.filter(({ problem }) => problem)).toMatchObject([
        { events: 0, problem: { kind: 'missing-chain' } },
      ]);
      await Promise.all([...files, head].map((path, at) => writeFile(path, kept[at] ?? '')));
    }
    expect((await verify()).ok).toBe(true);
  });

  test('a chain that was set back to an older copy, head and all, is found by the next', async () => {
    const clock = new ManualClock();
    const log = openLog(folder, { clock, headInterval: 1 });
    await writeAll(log, [outcomeEvent(1), outcomeEvent(2)]);
    const { files, head } = await filesOf(folder);
    await headReaches(head, 3);
    const paths = [...files, head];
    const older = await Promise.all(paths.map((path) => readFile(path)));
    await writeAll(log, [outcomeEvent(3), outcomeEvent(4)]);
    await log.close();
    clock.advance(60_000);
    const later = await writeLog(folder, 1, { clock });
    await Promise.all(paths.map((path, at) => writeFile(path, older[at] ?? '')));
    const [first] = (await verify()).chains;
    expect(first?.problem).toMatchObject({ kind: 'cut-tail' });
    expect(first?.problem?.message).toContain(
      `chain ${basename(later.head).slice('audit-'.length, -'.head.json'.length)} knows entry 5`,
    );
  });

  test('chains before a time are neither checked nor missed', async () => {
    const [first] = await writeThree();
    for (const path of [...(first?.files ?? []), first?.head ?? '']) await rm(path);
    const since = Date.UTC(2030, 0, 1) + 30_000;
    const report = await verifyAuditLog(folder, auditKey, { since });
    expect(report).toMatchObject({ ok: true, chains: [{ events: 4 }, { events: 4 }] });
  });

  test('one bad chain does not hide that the others are good', async () => {
    const [, second] = await writeThree();
    await appendFile(second?.files[0] ?? '', 'x\n');
    const { ok, chains } = await verify();
    expect(ok).toBe(false);
    expect(chains.map(({ problem }) => problem?.kind)).toEqual([undefined, 'garbage', undefined]);
  });

  test('an event of another chain is foreign even where its number fits', async () => {
    const [first, second] = await writeThree();
    const lines = await linesOf(first?.files[0] ?? '');
    const path = second?.files[0] ?? '';
    await writeFile(path, toText((await linesOf(path)).with(2, lines[2] ?? '')));
    expect((await verify()).chains[1]?.problem).toMatchObject({ kind: 'foreign', line: 3 });
  });
});

test('a log that was written with another key is called so', async () => {
  await writeLog(folder, 3);
  const { chains } = await verifyAuditLog(folder, new Uint8Array(32).fill(8));
  expect(chains[0]?.problem).toMatchObject({ kind: 'other-key' });
});

test('a file that is not readable is named', async () => {
  const { files } = await writeLog(folder, 3);
  await rm(files[0] ?? '');
  await mkdir(files[0] ?? '');
  expect(await problemOfOnlyChain()).toMatchObject({ kind: 'unreadable' });
});

test('a line of many megabytes is garbage and not a burden', async () => {
  const { files } = await writeLog(folder, 3);
  const [path = ''] = files;
  await appendFile(path, `${'x'.repeat(20_000_000)}\n`);
  expect(await problemOfOnlyChain()).toMatchObject({ kind: 'garbage', line: 5 });
});

test('a folder that is not there holds no chain', async () => {
  expect(await verifyAuditLog(join(folder, 'none'), auditKey)).toEqual({ ok: true, chains: [] });
});

test('a log can be verified while it is written', async () => {
  const log = openLog(folder, { maximumBytes: 4000, keepFiles: 3, headInterval: 1 });
  await log.write(outcomeEvent(0));
  let isWriting = true;
  const events = Array.from({ length: 400 }, (_, index) => outcomeEvent(index));
  const writing = writeAll(log, events).finally(() => {
    isWriting = false;
  });
  while (isWriting) {
    const [chain] = (await verify()).chains;
    expect(chain?.problem).toBeUndefined();
  }
  await writing;
  await log.close();
});

/** Waits until a head knows so many entries. */
async function headReaches(path: string, seq: number): Promise<void> {
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain(`"seq":${seq},`));
}

function toText(lines: Lines): string {
  return lines.map((line) => `${line}\n`).join('');
}
