import { describe, expect, test } from 'vitest';
import { filesBelow, layers, libraries, readJson, readText } from './workspace.ts';

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^;]*?\bfrom\s+'([^']+)'|\bimport\('([^']+)'\)|(?:^|\n)\s*import\s+'([^']+)'/g;

function importsOf(path: string): string[] {
  return [...readText(path).matchAll(importPattern)].map(
    ([, from, dynamic, bare]) => (from ?? dynamic ?? bare) as string,
  );
}

function packageOf(specifier: string): string {
  const [first, second] = specifier.split('/');
  return specifier.startsWith('@') ? `${first}/${second}` : (first as string);
}

function isAllowed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

function librariesFor(path: string): readonly string[] {
  return Object.entries(libraries).flatMap(([folder, allowed]) =>
    path.startsWith(`${folder}/`) ? allowed : [],
  );
}

const folders = Object.keys(layers);

test('every package has its place in the layers', () => {
  const found = [
    ...filesBelow('packages', ['package.json']),
    ...filesBelow('apps', ['package.json']),
  ];
  expect(found.map((path) => path.replace('/package.json', '')).sort()).toEqual(
    [...folders].sort(),
  );
});

describe.each(folders)('%s', (folder) => {
  const sources = filesBelow(`${folder}/src`, ['.ts']);

  test('imports only what its layer may', () => {
    const wrong = sources.flatMap((path) =>
      importsOf(path)
        .filter((specifier) => !specifier.startsWith('.'))
        .map((specifier) => (specifier.startsWith('node:') ? specifier : packageOf(specifier)))
        .filter((name) => {
          if (name.startsWith('@guildline/')) return !layers[folder]?.includes(name);
          return !isAllowed(name, librariesFor(path));
        })
        .map((name) => `${path} imports ${name}`),
    );
    expect(wrong).toEqual([]);
    expect(sources.length).toBeGreaterThan(1);
  });

  test('imports its own files with their ending, and none outside its folder', () => {
    const wrong = sources.flatMap((path) => {
      const depth = path.split('/').length - `${folder}/src`.split('/').length - 1;
      return importsOf(path)
        .filter((specifier) => specifier.startsWith('.'))
        .filter(
          (specifier) =>
            !/\.(ts|json)$/.test(specifier) || (specifier.match(/\.\.\//g) ?? []).length > depth,
        )
        .map((specifier) => `${path} imports ${specifier}`);
    });
    expect(wrong).toEqual([]);
  });

  test('references in tsconfig.json are the workspace dependencies of package.json', () => {
    const manifest = readJson(`${folder}/package.json`);
    const section = folder.startsWith('apps/') ? 'devDependencies' : 'dependencies';
    const declared = Object.keys((manifest[section] ?? {}) as object)
      .filter((name) => name.startsWith('@guildline/'))
      .map((name) => name.replace('@guildline/', ''));
    const { references } = readJson(`${folder}/tsconfig.json`) as {
      references: { path: string }[];
    };
    const referenced = references.map(({ path }) => path.split('/').at(-1));
    expect(referenced.sort()).toEqual(declared.sort());
  });

  test('no source folder is named utils, common, helpers, shared or types', () => {
    const wrong = sources.filter((path) => /\/(utils|common|helpers|shared|types)\//.test(path));
    expect(wrong).toEqual([]);
  });
});

test('nothing depends on a folder outside the repository', () => {
  const files = ['packages', 'apps', 'bench', 'docs', '.ci'].flatMap((folder) =>
    filesBelow(folder, ['.ts', '.mjs', '.json', '.md', 'run']),
  );
  const wrong = files.filter((path) => /\.\.\/shared\/|\/work\/shared/.test(readText(path)));
  expect(wrong).toEqual([]);
});
