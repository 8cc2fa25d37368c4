import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commonSettings } from '../src/configuration/common-settings.ts';
import { databaseVariables } from '../src/configuration/database-url.ts';
import { defaults } from '../src/configuration/defaults.ts';
import { createProgram } from '../src/program.ts';
import { listedTools } from '../src/tool-set.ts';

function read(page: string): string {
  return readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8');
}

const scaleOut = read('guides/scale-out.md');
const durability = read('explanation/durability.md');
const pages = [scaleOut, durability, read('guides/workflows.md')].join('\n');

function fences(language: string): string[] {
  const found = scaleOut.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'));
  return [...found].map(([, text]) => text ?? '');
}

interface Compose {
  readonly services: Record<string, { command?: string[]; environment: Record<string, string> }>;
}
interface StatefulSet {
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly env: readonly { readonly name: string; readonly value?: string }[];
        }[];
      };
    };
  };
}

const [compose, kubernetes] = fences('yaml').map((text) =>
  parse(text, { merge: true }),
) as unknown as [Compose, StatefulSet];
const [unit = ''] = fences('ini');
const [container] = kubernetes.spec.template.spec.containers;

const variables = new Set<string>([
  ...commonSettings.flatMap(({ environment }) => environment ?? []),
  ...databaseVariables,
  'DISCORD_TOKEN',
  'DISCORD_TOKEN_FILE',
  'DISCORD_API_URL',
]);

describe('the pages for operators', () => {
  test('name no environment variable that the server does not read', () => {
    const named = new Set(pages.match(/\b(?:GUILDLINE|DISCORD)_[A-Z_]+\b/g));
    expect(named.size).toBeGreaterThan(8);
    // Not variables, but error codes.
    const codes = /^DISCORD_(?:TIMEOUT|NOT_FOUND)$/;
    expect([...named].filter((name) => !variables.has(name) && !codes.test(name))).toEqual([]);
  });

  test('show no command and no flag that there is not', () => {
    const workflows = createProgram(new AbortController().signal).commands.find(
      (command) => command.name() === 'workflows',
    );
    const commands = new Map(workflows?.commands.map((command) => [command.name(), command]));
    const shown = [...pages.matchAll(/guildline workflows ([a-z]+)([^`\n]*)/g)];
    expect(shown.length).toBeGreaterThan(10);
    for (const [line, name = '', rest = ''] of shown) {
      const flags = commands.get(name)?.options.map(({ long }) => long);
      expect(flags, line).toBeDefined();
      for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(flags, line).toContain(flag);
    }
  });

  test('link to pages and headings that are there', () => {
    for (const page of [
      'guides/workflows.md',
      'guides/scale-out.md',
      'explanation/durability.md',
    ]) {
      for (const [, link = '', heading] of read(page).matchAll(/\]\(([^)#:]*)(?:#([a-z-]+))?\)/g)) {
        const path = link === '' ? page : join(page, '..', link);
        const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
          text
            .toLowerCase()
            .replaceAll(/[^a-z -]/g, '')
            .replaceAll(' ', '-'),
        );
        if (heading !== undefined) expect(headings, `${page}: ${path}`).toContain(heading);
      }
    }
  });
});

describe('each way of running workers', () => {
  test('starts a worker with a name and a data directory of its own', () => {
    const services = Object.entries(compose.services).filter(([name]) => name !== 'database');
    for (const [, { command }] of services)
      expect(command?.slice(-2)).toEqual(['workflows', 'work']);
    expect(container?.args).toEqual(['workflows', 'work']);
    expect(unit).toMatch(/^ExecStart=\S+ workflows work$/m);
    for (const text of [unit, JSON.stringify(container)]) {
      expect(text).toContain('GUILDLINE_REPLICA');
      expect(text).toContain('GUILDLINE_DATA_DIR');
    }
  });

  test('divides the limits by as many servers as it starts', () => {
    const workers = Object.entries(compose.services).filter(([name]) => name !== 'database');
    for (const [, { environment }] of workers) {
      expect(environment['GUILDLINE_REPLICAS']).toBe(String(workers.length));
    }
    const value = container?.env.find(({ name }) => name === 'GUILDLINE_REPLICAS')?.value;
    expect(value).toBe(String(kubernetes.spec.replicas));
  });

  test('has no secret in its environment', () => {
    const named = [unit, JSON.stringify(compose), JSON.stringify(kubernetes)].join('\n');
    expect(named).not.toMatch(/DISCORD_TOKEN\b|GUILDLINE_DATABASE_URL\b/);
  });
});

describe('the page on durability', () => {
  test('gives tools as examples of the effects that they have', () => {
    const effects = new Map(listedTools().map(({ name, effect }) => [name, effect]));
    const rows = [...durability.matchAll(/^\| `(read|idempotent|keyed|once)` \| `(\w+)` \|/gm)];
    expect(rows.map(([, effect]) => effect)).toEqual(['read', 'idempotent', 'keyed', 'once']);
    for (const [, effect, tool = ''] of rows) expect(effects.get(tool), tool).toBe(effect);
  });

  test('says for how long workflows are kept', () => {
    expect(durability).toContain(
      `\`workflows.retention_days\` (${defaults.workflows.retentionDays})`,
    );
  });
});
