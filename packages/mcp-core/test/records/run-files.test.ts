import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunFilesFolder } from '../../src/index.ts';
import { ManualClock } from '../fakes.ts';

const execution = '0123456789abcdef';
const artifact = { run: `run_${'a'.repeat(32)}`, execution, name: 'artifact' } as const;
const failed = { ...artifact, name: 'failed' } as const;
let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guildline-runs-'));
  folder = join(root, 'runs');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the files of background runs', () => {
  it('keep what was written, go on after a cut, and are only for their owner', async () => {
    const files = createRunFilesFolder(folder, new ManualClock());
    expect(await files.read(artifact)).toBeUndefined();
    const first = await files.open(artifact);
    await first.write('name\nZoë\n');
    await first.write(new Uint8Array([0, 255]));
    await first.sync();
    expect(first.length).toBe(12);
    await first.close();
    const second = await files.open(artifact);
    expect(second.length).toBe(12);
    await second.truncate(5);
    await second.write('Max\n');
    await second.close();
    expect((await files.read(artifact))?.toString()).toBe('name\nMax\n');
    expect((await stat(join(folder, `${artifact.run}.${execution}.artifact`))).mode & 0o777).toBe(
      0o600,
    );
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('cannot be cut to more than they hold', async () => {
    const file = await createRunFilesFolder(folder, new ManualClock()).open(failed);
    await expect(file.truncate(1)).rejects.toThrow('has 0 bytes');
    await file.close();
  });

  it('have no other names than handles of runs', async () => {
    const files = createRunFilesFolder(folder, new ManualClock());
    await expect(files.open({ ...artifact, run: '../approval' })).rejects.toThrow(TypeError);
    await expect(files.read({ ...failed, execution: '../x' })).rejects.toThrow(TypeError);
  });

  it('are removed once nothing was written to them for the retention time', async () => {
    const clock = new ManualClock();
    const files = createRunFilesFolder(folder, clock, 1000);
    await (await files.open(artifact)).close();
    const old = new Date(clock.now() - 2000);
    await utimes(join(folder, `${artifact.run}.${execution}.artifact`), old, old);
    await (await createRunFilesFolder(folder, clock, 1000).open(failed)).close();
    expect(await readdir(folder)).toEqual([`${failed.run}.${execution}.failed`]);
  });

  it('can be removed, more than once', async () => {
    const files = createRunFilesFolder(folder, new ManualClock());
    await (await files.open(artifact)).close();
    await files.remove(artifact);
    await files.remove(artifact);
    expect(await files.read(artifact)).toBeUndefined();
  });
});
