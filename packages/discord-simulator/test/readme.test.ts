import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSimulator } from '../src/index.ts';
import { example } from './readme-example.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

function fence(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? '';
}

test('the example in the README is the one that runs here', () => {
  const source = readFileSync(new URL('./readme-example.ts', import.meta.url), 'utf8');
  expect(fence('ts')).toBe(source);
});

test('the example prints what the README shows', async () => {
  expect((await example()).join('\n')).toBe(fence('text').trim());
});

test('the README names every control and its address', async () => {
  const simulator = await startSimulator();
  const names = Object.keys(simulator.control);
  await simulator.close();
  for (const name of names) {
    const address = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(readme).toMatch(new RegExp(`\`${name}\\(.*\` \\| \`(GET|POST) /${address}\``));
  }
});
