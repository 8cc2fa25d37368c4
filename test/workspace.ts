import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The repository's root. */
const root: string = join(import.meta.dirname, '..');

/** What a package may import of ours, by folder. An entry that is missing here fails the layer test. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  'packages/pipeline-core': [],
  'packages/mcp-core': ['@guildline/pipeline-core'],
  'packages/discord-adapter': ['@guildline/mcp-core'],
  'packages/workflow-dbos': ['@guildline/mcp-core', '@guildline/pipeline-core'],
  'packages/transforms': ['@guildline/pipeline-core'],
  'packages/discord-simulator': [],
  'apps/server': [
    '@guildline/pipeline-core',
    '@guildline/mcp-core',
    '@guildline/discord-adapter',
    '@guildline/workflow-dbos',
    '@guildline/transforms',
    '@guildline/discord-simulator',
  ],
};

/** What a package may import of others' in its sources. Node's own modules are listed as `node:*`. */
export const libraries: Readonly<Record<string, readonly string[]>> = {
  'packages/pipeline-core': ['@jmespath-community/jmespath'],
  'packages/mcp-core': [
    'fastest-levenshtein',
    'jose',
    'lru-cache',
    'minisearch',
    'safe-stable-stringify',
    'stemmer',
    'zod',
    'node:*',
  ],
  'packages/mcp-core/src/bindings': ['@modelcontextprotocol/*'],
  'packages/discord-adapter': [
    '@discordjs/rest',
    'discord-api-types',
    'p-retry',
    'undici',
    'zod',
    'node:*',
  ],
  'packages/workflow-dbos': ['@dbos-inc/dbos-sdk', '@electric-sql/pglite', 'pg', 'node:*'],
  'packages/transforms': [
    '@jitl/quickjs-ng-wasmfile-release-sync',
    'csv-parse',
    'csv-stringify',
    'dejavu-fonts-ttf',
    'pdfkit',
    'quickjs-emscripten-core',
    'node:*',
  ],
  'packages/discord-simulator': ['@hono/node-server', 'discord-api-types', 'hono', 'node:*'],
  'packages/discord-simulator/src/spec': ['discord-api-spec'],
  'apps/server': ['*'],
};

/** Every file below a folder with one of these endings, as paths from the root. */
export function filesBelow(folder: string, endings: readonly string[]): string[] {
  const skipped = new Set(['node_modules', 'dist', 'build', '.git', '.turbo', 'coverage']);
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [relative('.', path)] : [];
  });
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readText(path)) as Record<string, unknown>;
}
