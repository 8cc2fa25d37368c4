import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigurationError } from '../../src/configuration/configuration-error.ts';
import { type Folders, makeFolders, problemsOf } from './folders.ts';

const guild = '111122223333444455';
const other = '222233334444555566';

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders();
});
afterEach(() => folders.remove());

const file = `
read_only: false
surface: full
categories: [members]
tools: [members_get]
exclude_tools: [members_ban]
data_directory: from-file
allowed: { guilds: ["${guild}"], channels: ["${guild}"] }
approval: { without_elicitation: token }
discord: { replicas: 2 }
workflows: { replica: one }
`;
const environment = {
  GUILDLINE_READ_ONLY: 'true',
  GUILDLINE_SURFACE: 'progressive',
  MCP_CATEGORIES: ' messages , members,',
  GUILDLINE_TOOLS: 'messages_send',
  GUILDLINE_EXCLUDE_TOOLS: 'messages_read',
  GUILDLINE_DATA_DIR: 'from-environment',
  GUILDLINE_ALLOWED_GUILDS: other,
  GUILDLINE_ALLOWED_CHANNELS: `${guild},${other}`,
  GUILDLINE_APPROVAL_WITHOUT_ELICITATION: 'refuse',
  GUILDLINE_REPLICA: 'two',
  GUILDLINE_REPLICAS: '3',
};

test('values of the file', async () => {
  await folders.write('work/guildline.config.yaml', file);
  const { configuration, sources } = await folders.load();
  expect(configuration).toMatchObject({
    readOnly: false,
    surface: 'full',
    categories: ['members'],
    dataDirectory: join(folders.workingDirectory, 'from-file'),
    allowed: { guilds: [guild], channels: [guild] },
  });
  expect(sources).toEqual({
    config: 'default',
    profile: 'default',
    readOnly: 'file',
    surface: 'file',
    categories: 'file',
    tools: 'file',
    excludeTools: 'file',
    dataDirectory: 'file',
    allowedGuilds: 'file',
    allowedChannels: 'file',
    approvalWithoutElicitation: 'file',
    replica: 'file',
    replicas: 'file',
  });
});

test('values of the environment', async () => {
  await folders.write('work/guildline.config.yaml', file);
  const { configuration, sources } = await folders.load({ environment });
  expect(configuration).toMatchObject({
    readOnly: true,
    surface: 'progressive',
    categories: ['messages', 'members'],
    tools: ['messages_send'],
    excludeTools: ['messages_read'],
    dataDirectory: join(folders.workingDirectory, 'from-environment'),
    allowed: { guilds: [other], channels: [guild, other] },
    approval: { withoutElicitation: 'refuse' },
    discord: { replicas: 3 },
    workflows: { replica: 'two' },
  });
  const { config, profile, ...set } = sources;
  expect([config, profile]).toEqual(['default', 'default']);
  expect(new Set(Object.values(set))).toEqual(new Set(['environment']));
});

test('values of flags', async () => {
  await folders.write('work/guildline.config.yaml', file);
  const { configuration, sources } = await folders.load({
    environment,
    flags: {
      readOnly: false,
      surface: 'full',
      categories: ['roles', 'members,messages'],
      dataDirectory: 'from-flag',
      allowedGuilds: guild,
    },
  });
  expect(configuration).toMatchObject({
    readOnly: false,
    surface: 'full',
    categories: ['roles', 'members', 'messages'],
    tools: ['messages_send'],
    dataDirectory: join(folders.workingDirectory, 'from-flag'),
    allowed: { guilds: [guild], channels: [guild, other] },
  });
  expect(sources).toMatchObject({
    readOnly: 'flag',
    tools: 'environment',
    allowedGuilds: 'flag',
  });
});

test('a blank variable is one that is not set', async () => {
  const blank = Object.fromEntries(Object.keys(environment).map((name) => [name, ' ']));
  await folders.write('work/guildline.config.yaml', file);
  expect((await folders.load({ environment: blank })).configuration).toEqual(
    (await folders.load()).configuration,
  );
});

test('a list that a variable leaves empty is refused, because it could mean all or none', async () => {
  const loading = folders.load({ environment: { GUILDLINE_ALLOWED_GUILDS: ' , ' } });
  expect(await problemsOf(loading)).toEqual([
    'GUILDLINE_ALLOWED_GUILDS: Expected names or ids with commas between them, got " , ".',
  ]);
});

test.each([
  ['true', true],
  ['TRUE', true],
  ['1', true],
  ['false', false],
  ['0', false],
])('GUILDLINE_READ_ONLY=%s is %s', async (text, value) => {
  const { configuration } = await folders.load({ environment: { GUILDLINE_READ_ONLY: text } });
  expect(configuration.readOnly).toBe(value);
});

test('what a flag or a variable sets wrongly is refused by its name', async () => {
  const loading = folders.load({
    environment: { GUILDLINE_READ_ONLY: 'ture', MCP_CATEGORIES: 'mesages' },
    flags: {
      allowedGuilds: `${guild},12`,
      approvalWithoutElicitation: 'never',
      surface: 'ful',
      tools: ['messages_sent'],
      dataDirectory: '',
      profile: 'nobody',
    },
  });
  expect((await problemsOf(loading)).toSorted()).toEqual([
    '--allowed-guilds: Expected the id of a guild: 17 to 20 digits. Got "12".',
    '--approval-without-elicitation: Expected token or refuse, got "never".',
    '--data-directory: Has no value. Write one, or leave it out.',
    '--profile: No profile is named "nobody". Profiles: default.',
    '--surface: Expected progressive or full, got "ful". Did you mean "full"?',
    '--tools: No tool is named "messages_sent". Did you mean "messages_send"?',
    'GUILDLINE_READ_ONLY: Expected true or false, got "ture".',
    'MCP_CATEGORIES: No category is named "mesages". Did you mean "messages"?',
  ]);
});

test('wrong flags alone are a wrong use of the command line; anything else is a failure', async () => {
  const exitCode = (loading: Promise<unknown>) =>
    loading.catch((error: ConfigurationError) => error.exitCode);
  expect(await exitCode(folders.load({ flags: { profile: 'no' } }))).toBe(2);
  expect(await exitCode(folders.load({ environment: { GUILDLINE_PROFILE: 'no' } }))).toBe(1);
});

test('without a word about it the surface is progressive', async () => {
  expect((await folders.load()).configuration.surface).toBe('progressive');
});

describe('--toolsets', () => {
  test('sets the categories, over the environment and the file', async () => {
    await folders.write('work/guildline.config.yaml', file);
    const flags = { toolsets: ['roles', 'members,messages'] };
    const { configuration, sources } = await folders.load({ environment, flags });
    expect(configuration.categories).toEqual(['roles', 'members', 'messages']);
    expect(sources.categories).toBe('flag');
  });

  test.each([
    ['roles', 'roles'],
    [['roles', 'members'], 'members, roles'],
    ['roles,roles', ['roles']],
  ])(
    'beside --categories is taken if it says the same: %j and %j',
    async (toolsets, categories) => {
      const { configuration } = await folders.load({ flags: { toolsets, categories } });
      expect(new Set(configuration.categories)).toEqual(
        new Set([categories].flat().flatMap((list) => list.split(', '))),
      );
    },
  );

  test('beside other --categories is refused', async () => {
    const loading = folders.load({ flags: { toolsets: 'roles,members', categories: 'roles' } });
    expect(await problemsOf(loading)).toEqual([
      '--toolsets: Says something else than --categories, and both set the same. Give one of them.',
    ]);
  });

  test('is named where it is wrong', async () => {
    expect(await problemsOf(folders.load({ flags: { toolsets: 'mesages' } }))).toEqual([
      '--toolsets: No category is named "mesages". Did you mean "messages"?',
    ]);
  });
});
