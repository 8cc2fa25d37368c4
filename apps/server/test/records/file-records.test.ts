import { execFile } from 'node:child_process';
import { appendFile, link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDispatcher, createRegistry, type Outcome } from '@guildline/mcp-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFileRecords, type FileRecords } from '../../src/records/file-records.ts';

let root: string;
let files: FileRecords;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guildline-files-'));
  await mkdir(join(root, 'open/inner'), { recursive: true });
  await mkdir(join(root, 'second'));
  files = open(1024 * 1024);
});
afterEach(async () => {
  await files.close();
  await rm(root, { recursive: true });
});

function open(maximumBytes: number): FileRecords {
  const folders = [join(root, 'open'), join(root, 'second'), join(root, 'absent')];
  return createFileRecords({ folders, groups: undefined, maximumBytes });
}

function write(path: string, text: string): Promise<void> {
  return writeFile(join(root, path), text);
}

async function call(name: string, args: object, source = files): Promise<Outcome> {
  const dispatch = createDispatcher({
    tools: createRegistry({ tools: source.tools }),
    clock: Date,
  });
  return dispatch(name, args, { caller: { id: 'tester', groups: [] } });
}

function read(args: object): Promise<Outcome> {
  return call('files_read_csv', args);
}

async function refusal(path: string, source = files): Promise<string> {
  const outcome = await call('files_read_csv', { path }, source);
  if (outcome.kind !== 'error') throw new Error(`${path} was read`);
  expect(outcome.error).toMatchObject({ code: 'FILE_NOT_ALLOWED', outcome: 'not_applied' });
  return outcome.error.message;
}

interface Page {
  readonly records: readonly Record<string, unknown>[];
  readonly next_cursor?: string;
}

function pageOf(outcome: Outcome): Page {
  if (outcome.kind === 'error') throw outcome.error;
  return (outcome as { structured: unknown }).structured as Page;
}

describe('a path', () => {
  beforeEach(async () => {
    await write('secret.csv', 'a\n1\n');
    await write('open/in.csv', 'a\n1\n');
    await symlink(join(root, 'secret.csv'), join(root, 'open/link.csv'));
    await symlink(root, join(root, 'open/up'));
    await symlink('/dev/zero', join(root, 'open/zero'));
    await symlink('loop', join(root, 'open/loop'));
  });

  test.each([
    ['that climbs', '../secret.csv'],
    ['that climbs in the middle', 'inner/../../secret.csv'],
    ['that climbs with another slash', '..\\secret.csv'],
    ['from the root', '/etc/passwd'],
    ['of a drive', 'C:\\secret.csv'],
    ['with a zero byte', 'in.csv\0.txt'],
    ['that is a link out of the folder', 'link.csv'],
    ['through a link out of the folder', 'up/secret.csv'],
    ['of a link to a device', 'zero'],
    ['of a link to itself', 'loop'],
    ['of a folder', 'inner'],
    ['of the folder itself', '.'],
    ['of nothing', 'nothing.csv'],
    ['that is too long', 'a'.repeat(1000)],
  ])('%s is refused, and nothing is told of what is there', async (_what, path) => {
    const message = await refusal(path);
    expect(message).not.toContain(root);
    expect(message).toMatch(/folder/);
  });

  test('of a pipe is refused without waiting for somebody to write into it', async () => {
    await promisify(execFile)('mkfifo', [join(root, 'open/pipe')]);
    await refusal('pipe');
  });

  test('is looked for in one folder after the other', async () => {
    await write('second/only.csv', 'a\n2\n');
    expect(pageOf(await read({ path: 'only.csv' })).records).toEqual([{ a: '2' }]);
    expect(pageOf(await read({ path: './in.csv' })).records).toEqual([{ a: '1' }]);
  });

  test('may lead through a link inside the folder', async () => {
    await write('open/inner/deep.csv', 'a\n3\n');
    await symlink('inner/deep.csv', join(root, 'open/near.csv'));
    await link(join(root, 'open/in.csv'), join(root, 'open/same.csv'));
    expect(pageOf(await read({ path: 'near.csv' })).records).toEqual([{ a: '3' }]);
    expect(pageOf(await read({ path: 'same.csv' })).records).toEqual([{ a: '1' }]);
  });

  test('of a file over the limit is refused with the limit', async () => {
    const small = open(3);
    expect(await refusal('in.csv', small)).toContain('3 bytes');
    await small.close();
  });
});

describe('pages', () => {
  const rows = Array.from({ length: 25 }, (_, index) => `7777888899990000${index + 10},n${index}`);

  async function readAll(path: string, limit: number): Promise<readonly string[]> {
    const names: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Page = pageOf(await read({ path, limit, ...(cursor ? { cursor } : {}) }));
      expect(page.records.length).toBeLessThanOrEqual(limit);
      names.push(...page.records.map(({ name }) => String(name)));
      cursor = page.next_cursor;
    }
    return names;
  }

  test.each([1, 10, 25, 100])('of %i give every record once, in order', async (limit) => {
    await write('open/in.csv', `id,name\n${rows.join('\n')}\n`);
    expect(await readAll('in.csv', limit)).toEqual(rows.map((_, index) => `n${index}`));
  });

  test('can be read again from any cursor, also by another process', async () => {
    await write('open/in.csv', `id,name\n${rows.join('\n')}\n`);
    const { next_cursor: cursor } = pageOf(await read({ path: 'in.csv', limit: 10 }));
    const second = pageOf(await read({ path: 'in.csv', limit: 10, cursor }));
    expect(second.records[0]).toEqual({ id: '777788889999000020', name: 'n10' });
    expect(pageOf(await read({ path: 'in.csv', limit: 10, cursor }))).toEqual(second);
    const other = open(1024 * 1024);
    const args = { path: 'in.csv', limit: 10, cursor };
    expect(pageOf(await call('files_read_csv', args, other))).toEqual(second);
    await other.close();
  });

  test('end when the file changes between two of them', async () => {
    await write('open/in.csv', `id,name\n${rows.join('\n')}\n`);
    const { next_cursor: cursor } = pageOf(await read({ path: 'in.csv', limit: 10 }));
    await appendFile(join(root, 'open/in.csv'), '777788889999000099,late\n');
    for (const attempt of ['kept open', 'opened anew']) {
      const outcome = await read({ path: 'in.csv', limit: 10, cursor });
      expect([attempt, outcome]).toMatchObject([
        attempt,
        { kind: 'error', error: { code: 'RECORD_SOURCE_INVALID' } },
      ]);
    }
  });

  test('are shorter where the records are large', async () => {
    const wide = Array.from({ length: 20 }, () => 'x'.repeat(200_000)).join('\n');
    await write('open/wide.csv', `text\n${wide}\n`);
    const large = open(8 * 1024 * 1024);
    const page = pageOf(await call('files_read_csv', { path: 'wide.csv', limit: 20 }, large));
    expect(page.records.length).toBeLessThan(10);
    expect(page.next_cursor).toBeDefined();
    await large.close();
  });

  test('do not follow a cursor that was made up', async () => {
    await write('open/in.csv', 'a\n1\n');
    for (const cursor of ['10', '1e9.x', '', '0.a-b-c-d']) {
      const outcome = await read({ path: 'in.csv', cursor });
      expect(outcome).toMatchObject({ kind: 'error' });
    }
  });

  test('do not keep more than eight files open', async () => {
    const cursors: (string | undefined)[] = [];
    for (let index = 0; index < 20; index += 1) {
      await write(`open/${index}.csv`, `id,name\n${rows.join('\n')}\n`);
      cursors.push(pageOf(await read({ path: `${index}.csv`, limit: 1 })).next_cursor);
    }
    const first = pageOf(await read({ path: '0.csv', limit: 1, cursor: cursors[0] }));
    expect(first.records).toEqual([{ id: '777788889999000011', name: 'n1' }]);
  });
});

test('an empty file of lines has no records, and an empty CSV file is said to be empty', async () => {
  await write('open/empty', '');
  expect(pageOf(await call('files_read_json_lines', { path: 'empty' }))).toEqual({ records: [] });
  const outcome = await read({ path: 'empty' });
  expect(outcome).toMatchObject({ error: { code: 'RECORD_SOURCE_INVALID' } });
});

test('a line that cannot be read stands where its record would', async () => {
  await write('open/in.jsonl', '{"a":1}\n{"id":111122223333444455}\n{"a":2}\n');
  const { records } = pageOf(await call('files_read_json_lines', { path: 'in.jsonl' }));
  expect(records).toMatchObject([
    { a: 1 },
    { __unreadable: { code: 'RECORD_UNREADABLE' }, source: { line: '{"id":111122223333444455}' } },
    { a: 2 },
  ]);
});

test('columns of JSON become values again, and what is no JSON is told', async () => {
  const text = 'id,user\n1,"{""id"":""9""}"\n2,\n3,{\n4,111122223333444455\n';
  await write('open/failed.csv', text);
  const { records } = pageOf(await read({ path: 'failed.csv', json_columns: ['user', 'other'] }));
  expect(records).toMatchObject([
    { id: '1', user: { id: '9' } },
    { id: '2', user: null },
    { __unreadable: { code: 'RECORD_UNREADABLE' }, source: { id: '3' } },
    { __unreadable: { code: 'RECORD_UNREADABLE' }, source: { id: '4' } },
  ]);
});

test('another delimiter is another reading of the file', async () => {
  await write('open/in.csv', 'a;b\n1;2\n');
  expect(pageOf(await read({ path: 'in.csv', delimiter: ';' })).records).toEqual([
    { a: '1', b: '2' },
  ]);
});
