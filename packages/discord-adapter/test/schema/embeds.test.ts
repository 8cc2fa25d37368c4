import { expect, test } from 'vitest';
import { embeds } from '../../src/schema/embeds.ts';

function problems(...list: unknown[]): string {
  const { error } = embeds().safeParse(list);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`).join();
}

test.each([
  [{ title: 'Agenda' }],
  [{ image: { url: 'attachment://plan.png' } }],
  [{ author: { name: 'Robin', url: 'https://example.org', icon_url: 'http://example.org/a.png' } }],
  [{ fields: [{ name: 'First', value: 'Budget' }] }],
])('%j is an embed', (embed) => {
  expect(problems(embed)).toBe('');
});

test.each([
  [{}, 'An embed needs'],
  [{ fields: [] }, 'An embed needs'],
  [{ title: 'x', url: 'javascript:alert(1)' }, '0.url: Not a link'],
  [{ title: 'x', url: 'attachment://plan.png' }, '0.url: Not a link'],
  [{ image: { url: 'plan.png' } }, '0.image.url: Not an image'],
  [{ title: 'x', timestamp: 'tomorrow' }, '0.timestamp: Not a time'],
  [{ title: 'x', color: 0x1_00_00_00 }, '0.color'],
  [{ title: 'x'.repeat(257) }, '0.title'],
  [{ fields: Array(26).fill({ name: 'a', value: 'b' }) }, '0.fields'],
  [{ fields: [{ name: '', value: 'b' }] }, '0.fields.0.name'],
  [{ title: 'x', video: { url: 'https://example.org' } }, 'video'],
])('%j is refused at its place', (embed, text) => {
  expect(problems(embed)).toContain(text);
});

test('6,000 characters over all embeds are the bound; white space around does not count', () => {
  const embed = { description: 'x'.repeat(3000) };
  expect(problems(embed, embed, { title: 'y' })).toContain('6001 characters');
  expect(problems(embed, { ...embed, title: '  ' })).toBe('');
});
