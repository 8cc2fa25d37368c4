import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Problem } from './problem.ts';
import type { Override } from './read-overrides.ts';

/** What a configuration file is called. */
const configurationFileNames = [
  'guildline.config.yaml',
  'guildline.config.yml',
  'guildline.config.json',
] as const;

/** Where to look. */
export interface Places {
  /** `--config` or `GUILDLINE_CONFIG`: then nothing else is looked at. */
  readonly named: Override | undefined;
  readonly workingDirectory: string;
  readonly configurationFolder: string;
}

/** The file to read, if there is one. */
export interface FoundFile {
  /** Absolute path. */
  readonly path: string | undefined;
  /** Files that are there and not read, because another comes first. */
  readonly passedOver: readonly string[];
  readonly problems: readonly Problem[];
}

/** Finds the configuration file: the named one, or the working directory's, or the platform's. */
export async function findConfigurationFile(places: Places): Promise<FoundFile> {
  const { named, workingDirectory, configurationFolder } = places;
  if (named) return findNamed(named, resolve(workingDirectory, String(named.value)));
  const folders = [...new Set([resolve(workingDirectory), resolve(configurationFolder)])];
  const found = await Promise.all(folders.map(filesIn));
  const [path, ...others] = found.flat();
  const ambiguous = found.find((files) => files.includes(path ?? '') && files.length > 1);
  if (!ambiguous) return { path, passedOver: others, problems: [] };
  const problem: Problem = {
    origin: 'file',
    where: ambiguous[0] as string,
    path: [],
    message: `${ambiguous.slice(1).join(' and ')} is there too, and only one is read. Remove one, or name one with --config.`,
  };
  return { path: undefined, passedOver: [], problems: [problem] };
}

async function findNamed({ origin, where }: Override, path: string): Promise<FoundFile> {
  if (await exists(path)) return { path, passedOver: [], problems: [] };
  const message = `There is no file at ${path}.`;
  return { path: undefined, passedOver: [], problems: [{ origin, where, path: [], message }] };
}

async function filesIn(folder: string): Promise<string[]> {
  const paths = configurationFileNames.map((name) => join(folder, name));
  const present = await Promise.all(paths.map(exists));
  return paths.filter((_path, index) => present[index]);
}

/** Only an absent file is absent: one that may not be looked at is refused when it is read. */
async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
