import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/configuration/configuration-error.ts';
import { type Folders, known, makeFolders, problemsOf } from './folders.ts';

const guild = '111122223333444455';

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders();
});
afterEach(() => folders.remove());

describe('without a file', () => {
  test('every default is filled in', async () => {
    const { configuration, file, notices, sources } = await folders.load();
    expect(configuration).toMatchObject({
      profile: { id: 'default', tokenFile: undefined, tokenEnvironment: undefined },
      allowed: { guilds: undefined, channels: undefined },
      categories: undefined,
      tools: undefined,
      excludeTools: [],
      readOnly: false,
      approval: { withoutElicitation: 'token', maximumMembers: 10, massMentions: true },
      localUser: undefined,
      audit: { reads: false, maximumBytes: 16_777_216 },
    });
    expect(configuration.dataDirectory).toMatch(/guildline/);
    expect(file).toBeUndefined();
    expect(notices).toEqual([]);
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
  });

  test('the known names are not asked for unless a name is used', async () => {
    const asked: string[] = [];
    const ask = () => {
      asked.push('asked');
      return known;
    };
    await folders.load({ known: ask });
    expect(asked).toEqual([]);
    await folders.load({ known: ask, flags: { categories: 'messages' } });
    expect(asked).not.toEqual([]);
  });

  test('a reload gives the same', async () => {
    const loaded = await folders.load({ flags: { readOnly: true } });
    expect((await loaded.reload()).configuration).toEqual(loaded.configuration);
  });
});

describe('profiles', () => {
  const file = `
profiles:
  staging: { token_file: tokens/staging }
  home: { token_file: ~/token }
  other: { token_env: OTHER_TOKEN }
`;

  test('one is chosen by its name', async () => {
    await folders.write('work/guildline.config.yaml', file);
    const choose = async (profile: string) =>
      (await folders.load({ flags: { profile } })).configuration.profile;
    expect(await choose('staging')).toEqual({
      id: 'staging',
      tokenFile: join(folders.workingDirectory, 'tokens/staging'),
      tokenEnvironment: undefined,
    });
    expect((await choose('home')).tokenFile).toBe(join(homedir(), 'token'));
    expect((await choose('other')).tokenEnvironment).toBe('OTHER_TOKEN');
  });

  test('default is there without being configured', async () => {
    await folders.write('work/guildline.config.yaml', file);
    const { configuration } = await folders.load();
    expect(configuration.profile.id).toBe('default');
    expect(configuration.profile.tokenFile).toBeUndefined();
  });

  test('one that is not configured is refused', async () => {
    await folders.write('work/guildline.config.yaml', file);
    const loading = folders.load({ environment: { GUILDLINE_PROFILE: 'constructor' } });
    expect(await problemsOf(loading)).toEqual([
      'GUILDLINE_PROFILE: No profile is named "constructor". Profiles: default, staging, home, other.',
    ]);
  });

  test('a token variable that the profile does not use is told of', async () => {
    await folders.write('work/guildline.config.yaml', file);
    const { notices } = await folders.load({
      flags: { profile: 'staging' },
      environment: { DISCORD_TOKEN: 'x' },
    });
    expect(notices).toEqual([
      'DISCORD_TOKEN is not used: the profile "staging" says where its token is.',
    ]);
  });
});

test('relative paths in a file start from its folder', async () => {
  await folders.write('platform/guildline.config.yaml', 'data_directory: ./data');
  const { configuration } = await folders.load();
  expect(configuration.dataDirectory).toBe(join(folders.configurationFolder, 'data'));
});

test('a variable that is nearly known is told of', async () => {
  const { notices } = await folders.load({
    environment: { GUILDLINE_ALLOWED_GUILD: guild, GUILDLINE_DATABASE_URL: 'postgres://x' },
  });
  expect(notices).toEqual([
    'GUILDLINE_ALLOWED_GUILD is not known. Did you mean GUILDLINE_ALLOWED_GUILDS?',
  ]);
});

test('the configuration is frozen to its leaves', async () => {
  await folders.write(
    'work/guildline.config.yaml',
    `allowed: { guilds: ["${guild}"] }\ngroups: { team: { tools: [messages_send] } }`,
  );
  const { configuration } = await folders.load();
  const parts: unknown[] = [
    configuration,
    configuration.allowed.guilds,
    configuration.groups,
    configuration.groups['team'],
    configuration.groups['team']?.tools,
  ];
  expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
});

test('problems of the file, the environment and flags are listed together', async () => {
  await folders.write('work/guildline.config.yaml', 'reed_only: true\n');
  const error = await folders
    .load({ flags: { profile: 'x' }, environment: { GUILDLINE_READ_ONLY: 'x' } })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect((error as Error).message).toBe(`The configuration has 3 problems:
guildline.config.yaml:1:1 reed_only: Unknown key. Did you mean "read_only"?
GUILDLINE_READ_ONLY: Expected true or false, got "x".
--profile: No profile is named "x". Profiles: default.`);
});
