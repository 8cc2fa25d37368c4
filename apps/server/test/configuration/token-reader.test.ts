import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../../src/configuration/configuration.ts';
import { createTokenReader } from '../../src/configuration/token-reader.ts';
import { type Folders, makeFolders } from './folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

const plain: Profile = { id: 'default', tokenFile: undefined, tokenEnvironment: undefined };

describe('a profile that says nothing of its token', () => {
  test('uses DISCORD_TOKEN, without the space around it', () => {
    expect(
      createTokenReader(plain, { DISCORD_TOKEN: ' secret\n', DISCORD_TOKEN_FILE: 'x' })(),
    ).toBe('secret');
  });

  test('uses the file of DISCORD_TOKEN_FILE else', async () => {
    const file = await folders.write('token', 'secret\n');
    expect(createTokenReader(plain, { DISCORD_TOKEN: ' ', DISCORD_TOKEN_FILE: file })()).toBe(
      'secret',
    );
  });

  test('has no token if neither is set', () => {
    expect(
      createTokenReader(plain, { DISCORD_TOKEN: '', DISCORD_TOKEN_FILE: '' })(),
    ).toBeUndefined();
  });
});

describe('a profile that says where its token is', () => {
  const environment = { DISCORD_TOKEN: 'of another bot', STAGING: 'of staging' };

  test('uses its variable alone', () => {
    const staging = { ...plain, id: 'staging', tokenEnvironment: 'STAGING' };
    expect(createTokenReader(staging, environment)()).toBe('of staging');
    expect(() =>
      createTokenReader({ ...staging, tokenEnvironment: 'GONE' }, environment)(),
    ).toThrow('the environment variable GONE, which profiles.staging.token_env names, is not set');
  });

  test('uses its file alone, and reads it anew each time', async () => {
    const tokenFile = await folders.write('staging', 'first');
    const readToken = createTokenReader({ ...plain, id: 'staging', tokenFile }, environment);
    expect(readToken()).toBe('first');
    await folders.write('staging', 'second');
    expect(readToken()).toBe('second');
    await folders.write('staging', '\n');
    expect(readToken).toThrow(`${tokenFile}, which profiles.staging.token_file names, is empty`);
  });

  test('says which file cannot be read', () => {
    const tokenFile = join(folders.root, 'gone');
    expect(createTokenReader({ ...plain, tokenFile }, environment)).toThrow(
      `${tokenFile}, which profiles.default.token_file names, cannot be read (ENOENT)`,
    );
  });
});
