// Builds dist/: main.js and the chunks that it loads when they are needed, with the published tool list
// generated inside.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version, dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));

const common = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  conditions: ['@guildline/source', 'module', 'import'],
  // Libraries with files of their own (WebAssembly, fonts), loaded when they are needed.
  external: Object.keys(dependencies),
  // Bundled CommonJS packages call `require` for Node's own modules.
  banner: {
    js: "import { createRequire as guildlineCreateRequire } from 'node:module';\nconst require = guildlineCreateRequire(import.meta.url);",
  },
  logLevel: 'warning',
};

mkdirSync(here('build'), { recursive: true });
const generator = here('build/generate-wire-list.mjs');
await build({ ...common, entryPoints: [here('src/generate-wire-list.ts')], outfile: generator });
const list = execFileSync(process.execPath, [generator], { maxBuffer: 64 * 1024 * 1024 });
const generated = list.toString('utf8').trim();
writeFileSync(here('build/wire-list.json'), generated);

rmSync(here('dist'), { recursive: true, force: true });
await build({
  ...common,
  entryPoints: [here('src/main.ts')],
  outdir: here('dist'),
  splitting: true,
  minify: true,
  legalComments: 'linked',
  define: {
    GENERATED_WIRE_LIST: JSON.stringify(generated),
    GUILDLINE_VERSION: JSON.stringify(version),
  },
});

// Letters in regular expressions stay as they are, and one of them makes the engine hold the whole
// source with two bytes a character.
for (const name of readdirSync(here('dist')).filter((name) => name.endsWith('.js'))) {
  const program = readFileSync(here(`dist/${name}`), 'utf8');
  const ascii = program.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(here(`dist/${name}`), ascii);
}
chmodSync(here('dist/main.js'), 0o755);
