import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folders, makeFolders, problemsOf } from './folders.ts';

let folders: Folders;
beforeAll(async () => {
  folders = await makeFolders();
});
afterAll(() => folders.remove());

async function check(text: string | Uint8Array): Promise<string[]> {
  const config = await folders.write('work/wrong.yaml', text);
  return problemsOf(folders.load({ flags: { config } }));
}

describe('a secret', () => {
  const token = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789';

  test.each([
    ['a token key', `profiles: { default: { token: ${token} } }`],
    ['a token as the name of a file', `profiles: { default: { token_file: ${token} } }`],
    ['a token as the name of a variable', `profiles: { default: { token_env: ${token} } }`],
    ['a token at the top', `discord_token: ${token}`],
    ['a token with a prefix', `profiles: { default: { token_file: "Bot ${token}" } }`],
  ])('%s is refused with the reason', async (_what, text) => {
    const problems = await check(text);
    expect(problems.join()).toMatch(/never written here/);
    expect(problems.join()).not.toContain('abcdefghijkl');
  });

  test.each([
    ['as a key', `${token}: x`],
    ['as a value of another kind', `read_only: ${token}`],
    ['in a list', `tools: [${token}]`],
    ['in wrong syntax', `tools: |${token}\n  x`],
    ['as an alias', `tools: *${token}`],
    ['as a tag', `tools: !${token} x`],
    ['as the whole file', token],
    ['in a webhook address', 'data_directory: [https://discord.com/api/webhooks/1/abcdefghijkl]'],
  ])('%s is not repeated in the message', async (_what, text) => {
    const problems = await check(text);
    expect(problems).not.toEqual([]);
    expect(problems.join()).not.toContain('abcdefghijkl');
  });
});

describe('a hostile file', () => {
  test.each([
    ['brackets', '['.repeat(100_000)],
    ['mappings', '{"a":'.repeat(20_000)],
    ['dashes', '- '.repeat(50_000)],
    ['indentation', Array.from({ length: 300 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
  ])('with deep %s is refused and ends nothing', async (_what, text) => {
    expect(await check(text)).toEqual([
      'wrong.yaml:1:1: The file is nested deeper than 64 levels.',
    ]);
  });

  test.each([
    ['that grow', ['a: &a [x, x, x, x, x, x, x, x, x, x]', ...growing()].join('\n')],
    ['that hold themselves', 'a: &a [*a, *a]'],
  ])('with aliases %s is refused', async (_what, text) => {
    expect((await check(text)).join('\n')).toMatch(/too large once aliases are filled in/);
  });

  test('with many problems of syntax shows the first twenty', async () => {
    const problems = await check('&a '.repeat(5000));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatch(/more problems of syntax/);
  });

  test('whose text would write to the terminal is shown escaped', async () => {
    const problems = await check('"\\e[2J\\u202e": 1');
    expect(problems.join()).toContain('\\u');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(problems.join()).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  test.each([
    [
      'UTF-16',
      Buffer.from('\ufeffread_only: true', 'utf16le'),
      'The file is not UTF-8 text. Save it as UTF-8.',
    ],
    ['a large file', `#${' '.repeat(300_000)}`, 'The file is larger than 256 KiB.'],
  ])('of %s is refused', async (_what, content, message) => {
    expect(await check(content)).toEqual([`wrong.yaml: ${message}`]);
  });

  test('that is a folder is refused', async () => {
    await mkdir(join(folders.workingDirectory, 'folder.yaml'));
    expect(await problemsOf(folders.load({ flags: { config: 'folder.yaml' } }))).toEqual([
      'folder.yaml: This is not a file.',
    ]);
  });

  test('that is a pipe is refused without waiting for its other end', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folders.workingDirectory, 'pipe.yaml')]);
    expect(await problemsOf(folders.load({ flags: { config: 'pipe.yaml' } }))).toEqual([
      'pipe.yaml: This is not a file.',
    ]);
  });

  test('with a byte order mark and Windows line ends is read', async () => {
    expect(await check('\ufeffread_only: true\r\nreed_only: true\r\n')).toEqual([
      'wrong.yaml:2:1 reed_only: Unknown key. Did you mean "read_only"?',
    ]);
  });
});

function growing(): string[] {
  return [...'bcdefg'].map((name, index) => {
    const before = String.fromCharCode('a'.charCodeAt(0) + index);
    return `${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`;
  });
}
