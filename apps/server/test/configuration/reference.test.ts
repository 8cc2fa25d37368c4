import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigurationError } from '../../src/configuration/configuration-error.ts';
import { loadConfiguration } from '../../src/configuration/load-configuration.ts';
import { type Folders, makeFolders } from './folders.ts';
import { allNames } from './json-schema.ts';
import { referencePage } from './reference-page.ts';

const folder = join(import.meta.dirname, 'example');
const mistakes = 'approval:\n  maximum_member: 5\nallowed:\n  guilds: [111122223333444455]\n';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

function loadExample(flags = {}) {
  return loadConfiguration({
    flags,
    environment: {},
    workingDirectory: folder,
    configurationFolder: folders.configurationFolder,
    known: allNames,
  });
}

test('the example is valid and means what it says', async () => {
  const { configuration, fileName } = await loadExample();
  expect(fileName).toBe('guildline.config.yaml');
  expect(configuration).toMatchObject({
    profile: { id: 'default', tokenFile: '/run/secrets/discord' },
    allowed: { guilds: ['111122223333444455'], channels: undefined },
    tools: ['audit_log_get'],
    excludeTools: ['channels_delete'],
    dataDirectory: join(folder, 'data'),
    approval: { maximumMembers: 5, categories: { members: 'always' } },
    groups: { auditors: { readOnly: true }, announcers: { channels: ['222233334444555566'] } },
    callers: { 'alice@example.org': { groups: ['moderators', 'auditors'] } },
    localUser: { groups: ['moderators', 'announcers'] },
  });
  const staging = await loadExample({ profile: 'staging' });
  expect(staging.configuration.profile.tokenEnvironment).toBe('STAGING_DISCORD_TOKEN');
});

test('docs/reference/configuration.md is written from the code', async () => {
  const example = await readFile(join(folder, 'guildline.config.yaml'), 'utf8');
  await folders.write('work/guildline.config.yaml', mistakes);
  const { message } = await folders
    .load({ environment: { GUILDLINE_READ_ONLY: 'ture' } })
    .then(() => ({ message: '' }))
    .catch((error: ConfigurationError) => error);
  await expect(referencePage({ example, mistakes, message })).toMatchFileSnapshot(
    '../../../../docs/reference/configuration.md',
  );
});
