import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { composeGuildline } from '../src/compose.ts';
import { loadSettings } from '../src/settings.ts';

/** What `pnpm tokens --json` prints, as far as it is looked into here. */
interface Report {
  readonly surfaces: readonly {
    readonly surface: string;
    readonly tokens: number;
    readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  }[];
  readonly projection: {
    readonly tools: number;
    readonly missing: number;
    readonly toCome: { readonly tokens: number };
    readonly tokens: number;
  };
  readonly tables: Readonly<Record<string, string>>;
}

/** Tokens that a list, and a tool's entry in it, may cost. */
const limits = { progressive: 5000, full: 60_000, tool: 900 };

const repository = join(import.meta.dirname, '../../..');
const page = join(repository, 'docs/explanation/tokens.md');

let report: Report;
beforeAll(async () => {
  const program = join(repository, 'bench/dist/tokens.js');
  if (!existsSync(program)) throw new Error(`${program} is missing: run "pnpm build" first.`);
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json']);
  report = JSON.parse(stdout) as Report;
}, 60_000);

function surface(name: string) {
  const found = report.surfaces.find((one) => one.surface === name);
  if (!found) throw new Error(`The report has no surface ${name}.`);
  return found;
}

test('the progressive list costs at most 5,000 tokens', () => {
  expect(surface('progressive').tokens).toBeLessThanOrEqual(limits.progressive);
  expect(surface('progressive').tools.length).toBeLessThanOrEqual(10);
});

test('the full list costs at most 60,000 tokens with all the tools that are to come', () => {
  const { tools, missing, toCome, tokens } = report.projection;
  const listed = surface('full');
  expect(tokens).toBeLessThanOrEqual(limits.full);
  expect(missing).toBe(Math.max(0, tools - listed.tools.length));
  expect(tokens).toBeCloseTo(listed.tokens + missing * toCome.tokens);
});

test('no tool costs more than 900 tokens, on either surface', () => {
  const large = report.surfaces
    .flatMap(({ tools }) => tools)
    .filter(({ tokens }) => tokens > limits.tool);
  expect(large).toEqual([]);
});

test('no description is longer than 1,000 characters', async () => {
  const guildline = composeGuildline((await loadSettings({}, {})).settings);
  const long = guildline.tools.all().filter(({ description }) => description.length > 1000);
  expect(long.map(({ name }) => name)).toEqual([]);
  await guildline.close();
});

/** Which table of the report stands in which block of the page. */
const blocks: Readonly<Record<string, string>> = {
  surfaces: 'tools/list, tokens in o200k_base',
  projection: 'The full surface, projected',
  claims: 'Claimed and measured',
  example: 'The example in four ways, tokens',
};

// `vitest run --project server test/tokens -u` writes the figures of now into the page.
test('the figures of the page are those of the report', async () => {
  const written = await readFile(page, 'utf8');
  const measured = Object.entries(blocks).reduce((text, [label, heading]) => {
    const block = new RegExp(`(\`\`\`text ${label}\n)[^\`]*(\`\`\`)`);
    expect(text).toMatch(block);
    return text.replace(block, (_, open, close) => `${open}${report.tables[heading]}\n${close}`);
  }, written);
  await expect(measured).toMatchFileSnapshot(page);
});
