import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Configuration } from '../../src/configuration/configuration.ts';
import { watchConfiguration } from '../../src/configuration/watch-configuration.ts';
import { type Folders, makeFolders } from './folders.ts';
import { turn, Watched } from './watched.ts';

let folders: Folders;
let stop: AbortController;
beforeEach(async () => {
  folders = await makeFolders();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await folders.remove();
});

const path = 'work/guildline.config.yaml';

async function write(text: string): Promise<void> {
  await folders.write(path, text);
}

describe('a change', () => {
  test('of groups, callers, lists, read-only and approval counts at once', async () => {
    await write('read_only: false');
    const watched = await Watched.start(await folders.load(), stop.signal);
    await write(`
read_only: true
allowed: { guilds: ["111122223333444455"] }
approval: { maximum_members: 1 }
groups: { team: {} }
callers: { alice: { groups: [team] } }
local_user: { groups: [team] }
`);
    watched.event();
    await watched.settle();
    expect(watched.changes).toHaveLength(1);
    expect(watched.changes[0]).toMatchObject({
      readOnly: true,
      allowed: { guilds: ['111122223333444455'] },
      approval: { maximumMembers: 1 },
      groups: { team: {} },
      callers: { alice: { groups: ['team'] } },
      localUser: { groups: ['team'] },
    });
    expect(Object.isFrozen(watched.changes[0])).toBe(true);
    expect(watched.problems).toEqual([]);
  });

  test('of anything else keeps the running value and asks for a restart', async () => {
    await write('read_only: false');
    const watched = await Watched.start(await folders.load(), stop.signal);
    await write('read_only: true\ncategories: [members]\ndata_directory: elsewhere\n');
    watched.event();
    await watched.settle();
    expect(watched.changes).toHaveLength(1);
    expect(watched.changes[0]).toMatchObject({ readOnly: true, categories: undefined });
    expect(watched.problems).toEqual([
      'guildline.config.yaml: data_directory, categories changed. Restart the server to apply that.',
    ]);
  });

  test('of a comment changes nothing', async () => {
    await write('read_only: true');
    const watched = await Watched.start(await folders.load(), stop.signal);
    await write('# a comment\nread_only: true');
    watched.event();
    await watched.settle();
    expect([watched.changes, watched.problems]).toEqual([[], []]);
  });

  test('between the loading and the watching is not missed', async () => {
    await write('read_only: false');
    const loaded = await folders.load();
    await write('read_only: true');
    const changed = new Promise<Configuration>((resolve) => {
      watchConfiguration({
        loaded,
        onChange: resolve,
        onProblem: () => undefined,
        signal: stop.signal,
        settle: () => Promise.resolve(),
        watchFile: () => () => undefined,
      });
    });
    expect((await changed).readOnly).toBe(true);
  });

  test('of the file does not win over a flag', async () => {
    await write('read_only: true');
    const loaded = await folders.load({ flags: { readOnly: true } });
    const watched = await Watched.start(loaded, stop.signal);
    await write('read_only: false\naudit: {}');
    watched.event();
    await watched.settle();
    expect(watched.changes).toEqual([]);
    expect((await loaded.reload()).configuration.readOnly).toBe(true);
  });

  test('is reported again when its listener fails', async () => {
    await write('read_only: false');
    let calls = 0;
    const watched = await Watched.start(await folders.load(), stop.signal, () => {
      calls += 1;
      if (calls === 1) throw new Error('not now');
    });
    await write('read_only: true');
    watched.event();
    await watched.settle();
    expect(watched.problems.join()).toContain('not now');
    watched.event();
    await watched.settle();
    expect(calls).toBe(2);
  });
});

describe('several changes', () => {
  test('that come close together are read once', async () => {
    await write('read_only: false');
    const watched = await Watched.start(await folders.load(), stop.signal);
    const before = watched.reads;
    await write('read_only: true');
    for (let count = 0; count < 50; count += 1) watched.event();
    await watched.settle();
    expect(watched.reads - before).toBe(1);
    expect(watched.changes).toHaveLength(1);
  });

  test('put the reading off until the file is quiet', async () => {
    await write('read_only: false');
    const watched = await Watched.start(await folders.load(), stop.signal);
    const before = watched.reads;
    watched.event();
    watched.event();
    watched.pass();
    watched.event();
    await turn();
    expect(watched.reads - before).toBe(0);
    await watched.settle();
    expect(watched.reads - before).toBe(1);
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['broken', 'groups: [', /guildline\.config\.yaml:1:\d+: /],
    ['wrong', 'reed_only: true', /1:1 reed_only: Unknown key/],
    [
      'empty, as an editor leaves it for a moment',
      '',
      /guildline\.config\.yaml: The file is empty\./,
    ],
  ])(
    'because it is %s leaves the last good configuration, and is told once',
    async (_what, text, expected) => {
      await write('read_only: true');
      const watched = await Watched.start(await folders.load(), stop.signal);
      await write(text);
      for (let count = 0; count < 2; count += 1) {
        watched.event();
        await watched.settle();
      }
      expect(watched.changes).toEqual([]);
      expect(watched.problems).toHaveLength(1);
      expect(watched.problems[0]).toMatch(expected);
      expect(watched.problems[0]).toMatch(
        /The last good configuration holds until this is mended\.$/,
      );
      await write('read_only: false');
      watched.event();
      await watched.settle();
      expect(watched.changes).toHaveLength(1);
      await write(text);
      watched.event();
      await watched.settle();
      expect(watched.problems).toHaveLength(2);
    },
  );

  test('because it is gone leaves the last good configuration', async () => {
    await write('read_only: true');
    const watched = await Watched.start(await folders.load(), stop.signal);
    await rm(join(folders.root, path));
    watched.event();
    await watched.settle();
    expect(watched.changes).toEqual([]);
    expect(watched.problems).toEqual([
      expect.stringContaining('guildline.config.yaml: The file is gone.'),
    ]);
  });
});

test('a watch that fails is told of', async () => {
  await write('read_only: true');
  const watched = await Watched.start(await folders.load(), stop.signal);
  watched.fail(new Error('ENOSPC'));
  expect(watched.problems).toEqual([
    'Changes of guildline.config.yaml are not noticed any more (ENOSPC). Restart the server to apply them.',
  ]);
});

test('the end of the signal ends the watch, and nothing is told after it', async () => {
  await write('read_only: false');
  const watched = await Watched.start(await folders.load(), stop.signal);
  await write('read_only: true');
  watched.event();
  stop.abort();
  watched.pass();
  await turn();
  expect(watched.closed).toBe(true);
  expect([watched.changes, watched.problems]).toEqual([[], []]);
});

test('without a file nothing is watched', async () => {
  const loaded = await folders.load();
  let watches = 0;
  watchConfiguration({
    loaded,
    onChange: () => undefined,
    onProblem: () => undefined,
    signal: stop.signal,
    watchFile: () => {
      watches += 1;
      return () => undefined;
    },
  });
  expect(watches).toBe(0);
});
