import { expect, test } from 'vitest';
import { files, toAttachments, toFiles } from '../../src/schema/files.ts';

const mebibyte = 1024 * 1024;

function problems(list: unknown): string {
  const { error } = files().safeParse(list);
  return (error?.issues ?? []).map(({ message }) => message).join('\n');
}

test('text is uploaded as UTF-8 and base64 as its bytes', () => {
  const list = files().parse([
    { name: 'a.txt', text: 'é' },
    { name: 'b.bin', base64: '/wA=' },
    { name: 'empty', text: '' },
  ]);
  expect(toFiles(list).map(({ name, data }) => [name, [...data]])).toEqual([
    ['a.txt', [0xc3, 0xa9]],
    ['b.bin', [0xff, 0x00]],
    ['empty', []],
  ]);
});

test('an attachment refers to its file by place', () => {
  const list = files().parse([
    { name: 'a.txt', text: 'a' },
    { name: 'b.png', base64: 'AAEC', description: 'A dot' },
  ]);
  expect(toAttachments(list)).toEqual([
    { id: '0', filename: 'a.txt' },
    { id: '1', filename: 'b.png', description: 'A dot' },
  ]);
});

test('10 MiB over all files is the bound, measured in decoded bytes', () => {
  const half = { name: 'a.bin', base64: Buffer.alloc(5 * mebibyte).toString('base64') };
  expect(problems([half, half])).toBe('');
  expect(problems([half, half, { name: 'b.txt', text: 'é' }])).toContain('10485762 bytes');
});

test.each(['/etc/passwd', '..', '.', '', 'a/b', 'a\\b', 'C:a', 'a\nb', 'https://x.org/a'])(
  'the name %j is refused',
  (name) => {
    expect(problems([{ name, text: '' }])).toContain('without a path');
  },
);

test.each(['data:image/png;base64,AAEC', 'AAE', 'A===', 'AA EC', 'AA-_'])(
  '%j is refused as base64',
  (base64) => {
    expect(problems([{ name: 'a', base64 }])).toContain('Not base64');
  },
);

test('an address in place of content is refused', () => {
  expect(problems([{ name: 'a', url: 'https://example.org' }])).toContain('url');
});

test('eleven files are refused', () => {
  expect(problems(Array(11).fill({ name: 'a', text: '' }))).toContain('10');
});
