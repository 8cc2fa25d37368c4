import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Folders, makeFolders, problemsOf } from './folders.ts';

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders();
});
afterEach(() => folders.remove());

test.each(['guildline.config.yaml', 'guildline.config.yml', 'guildline.config.json'])(
  '%s is found in the working directory',
  async (name) => {
    const path = await folders.write(`work/${name}`, '{"read_only": true}');
    const loaded = await folders.load();
    expect(loaded.configuration.readOnly).toBe(true);
    expect(loaded.file).toBe(path);
    expect(loaded.fileName).toBe(name);
  },
);

test("the platform's folder is the second place", async () => {
  const path = await folders.write('platform/guildline.config.yaml', 'read_only: true');
  const { configuration, file, fileName } = await folders.load();
  expect(configuration.readOnly).toBe(true);
  expect([file, fileName]).toEqual([path, path]);
});

test('a file that is passed over is told of', async () => {
  await folders.write('work/guildline.config.yaml', '{}');
  const passedOver = await folders.write('platform/guildline.config.yaml', 'read_only: true');
  const { configuration, notices } = await folders.load();
  expect(configuration.readOnly).toBe(false);
  expect(notices).toEqual([`${passedOver} is not read: guildline.config.yaml comes first.`]);
});

test('two files in one folder are refused, because one would be ignored', async () => {
  await folders.write('work/guildline.config.yaml', '{}');
  await folders.write('work/guildline.config.json', '{}');
  expect((await problemsOf(folders.load())).join()).toMatch(/is there too, and only one is read/);
});

test.each([
  ['--config', { flags: { config: '../elsewhere/mine.yaml' } }],
  ['GUILDLINE_CONFIG', { environment: { GUILDLINE_CONFIG: '../elsewhere/mine.yaml' } }],
])('%s names the file, and no other is looked at', async (_name, source) => {
  await folders.write('work/guildline.config.yaml', 'not: valid');
  const path = await folders.write('elsewhere/mine.yaml', 'read_only: true');
  const { configuration, file } = await folders.load(source);
  expect(configuration.readOnly).toBe(true);
  expect(file).toBe(path);
});

test('a named file that is not there is refused', async () => {
  const missing = join(folders.workingDirectory, 'no.yaml');
  expect(await problemsOf(folders.load({ flags: { config: 'no.yaml' } }))).toEqual([
    `--config: There is no file at ${missing}.`,
  ]);
  expect(await problemsOf(folders.load({ environment: { GUILDLINE_CONFIG: 'no.yaml' } }))).toEqual([
    `GUILDLINE_CONFIG: There is no file at ${missing}.`,
  ]);
});

test.each(['', '# nothing yet\n', '---\n', 'null'])(
  'a file without keys (%j) changes nothing',
  async (text) => {
    await folders.write('work/guildline.config.yaml', text);
    const { configuration } = await folders.load();
    expect(configuration.readOnly).toBe(false);
  },
);
