import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type ConfigurationSource,
  type LoadedConfiguration,
  loadConfiguration,
} from '../../src/configuration/load-configuration.ts';

/** A working directory and a platform's folder for configuration, both new and empty. */
export interface Folders {
  readonly root: string;
  readonly workingDirectory: string;
  readonly configurationFolder: string;
  /** Writes a file, below the root if its path is relative, and returns its path. */
  write(path: string, content: string | Uint8Array): Promise<string>;
  /** Loads the configuration of these folders and nothing else of this machine. */
  load(more?: Partial<ConfigurationSource>): Promise<LoadedConfiguration>;
  remove(): Promise<void>;
}

/** What the tests' configurations can name. */
export const known = {
  categories: ['members', 'messages', 'meta', 'roles'],
  tools: ['members_ban', 'members_get', 'mcp_pipeline', 'messages_read', 'messages_send'],
};

/** Makes the folders; `work` and `platform` below the root. */
export async function makeFolders(): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'guildline-configuration-'));
  const workingDirectory = join(root, 'work');
  const configurationFolder = join(root, 'platform');
  await mkdir(workingDirectory);
  await mkdir(configurationFolder);
  return {
    root,
    workingDirectory,
    configurationFolder,
    write: async (path, content) => {
      const whole = join(root, path);
      await mkdir(dirname(whole), { recursive: true });
      await writeFile(whole, content);
      return whole;
    },
    load: (more) =>
      loadConfiguration({
        environment: {},
        workingDirectory,
        configurationFolder,
        known: () => known,
        ...more,
      }),
    remove: () => rm(root, { recursive: true }),
  };
}

/** The lines of the error that a load ends with, without its headline. */
export async function problemsOf(loading: Promise<unknown>): Promise<string[]> {
  const error = await loading.then(
    () => new Error('nothing is wrong'),
    (thrown: Error) => thrown,
  );
  return error.message.split('\n').slice(1);
}
