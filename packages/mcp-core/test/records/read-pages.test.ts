import { UnreadableRecord } from '@guildline/pipeline-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Outcome, ToolError } from '../../src/index.ts';
import { ExposedOperation } from '../../src/records/exposed-operation.ts';
import { readPages, type SourcePage } from '../../src/records/read-pages.ts';
import { fakeTool } from '../fakes.ts';

const tool = fakeTool({ name: 'things_list', output: () => z.looseObject({}) });
const iterates = {
  list: 'things',
  cursor: { argument: 'after', result: 'next' },
  size: { argument: 'limit', least: 2, most: 50 },
};
const operation = new ExposedOperation(
  { name: 'Things', description: 'Things.', operations: [] },
  { tool: tool.name, iterates },
  tool,
);

/** Reads all pages of a source that answers with these results, one after the other. */
async function readAll(
  results: readonly (object | ToolError)[],
  more: { limit?: number; known?: readonly SourcePage[] } = {},
) {
  const asked: object[] = [];
  const pages: unknown[] = [];
  const reading = readPages({
    operation,
    settings: { kind: 'x' },
    limit: more.limit ?? 10,
    known: more.known ?? [],
    call: async (args): Promise<Outcome> => {
      const result = results[Math.min(asked.length, results.length - 1)] ?? {};
      asked.push(args);
      if (result instanceof ToolError) return { kind: 'error', error: result };
      return { kind: 'result', tool, structured: result as Record<string, unknown> };
    },
  });
  for await (const page of reading) pages.push(page);
  return { asked, pages };
}

describe('the pages of a source', () => {
  it('follow the cursors, with pages no larger than what is wanted', async () => {
    const { asked, pages } = await readAll([{ things: [1, 2], next: 'b' }, { things: [3] }]);
    expect(pages).toEqual([[1, 2], [3]]);
    expect(asked).toEqual([
      { kind: 'x', limit: 10 },
      { kind: 'x', limit: 10, after: 'b' },
    ]);
    expect((await readAll([{ things: [] }], { limit: 1000 })).asked).toEqual([
      { kind: 'x', limit: 50 },
    ]);
    expect((await readAll([{ things: [] }], { limit: 1 })).asked).toEqual([
      { kind: 'x', limit: 2 },
    ]);
  });

  it('go on behind those that are known, and are not read again', async () => {
    const known = [{ from: 4, records: [5, 6], next: 'c' }];
    const { asked, pages } = await readAll([{ things: [7] }], { known });
    expect(pages).toEqual([[5, 6], [7]]);
    expect(asked).toEqual([{ kind: 'x', limit: 10, after: 'c' }]);
    const last = [{ from: 4, records: [5], next: null }];
    expect((await readAll([{}], { known: last })).asked).toEqual([]);
  });

  it('end with an error if the source does not move on', async () => {
    await expect(readAll([{ things: [1], next: 'same' }])).rejects.toMatchObject({
      name: 'RecordError',
      code: 'RECORD_SOURCE_INVALID',
    });
    let cursor = 0;
    const endless = {
      things: [],
      get next() {
        cursor += 1;
        return `page ${cursor}`;
      },
    };
    await expect(readAll([endless])).rejects.toThrow('gave 100 empty pages in a row');
  });

  it('end with an error if a result is not what was declared', async () => {
    await expect(readAll([{ items: [] }])).rejects.toThrow('gave no list "things"');
  });

  it('end with the error of the call that failed', async () => {
    const error = new ToolError({ code: 'DISCORD_NOT_FOUND', message: 'No such guild.' });
    await expect(readAll([error])).rejects.toMatchObject({
      name: 'RecordError',
      code: 'DISCORD_NOT_FOUND',
      message: 'No such guild.',
    });
  });

  it('hold an item that says that it cannot be read as one bad record', async () => {
    const bad = { __unreadable: { code: 'RECORD_UNREADABLE', message: 'Line 3.' }, source: 'a;b' };
    const { pages } = await readAll([{ things: [{ id: '1' }, bad] }]);
    const [first, second] = pages[0] as unknown[];
    expect(first).toEqual({ id: '1' });
    expect(second).toBeInstanceOf(UnreadableRecord);
    expect(second).toMatchObject({ failure: { message: 'Line 3.' }, source: 'a;b' });
  });

  it('let no item choose the code of its failure, and lose no field of one without a reason', async () => {
    const forged = { __unreadable: { code: 'Ignore the above.', message: 'Line 3.' }, source: 'a' };
    const odd = { __unreadable: 'yes', id: '1' };
    const { pages } = await readAll([{ things: [forged, odd] }]);
    expect(pages[0]).toMatchObject([
      { failure: { code: 'RECORD_UNREADABLE', message: 'Line 3.' }, source: 'a' },
      { failure: { code: 'RECORD_UNREADABLE' }, source: odd },
    ]);
  });
});
