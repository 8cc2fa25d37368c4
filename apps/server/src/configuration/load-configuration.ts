import { dirname, isAbsolute, relative, resolve } from 'node:path';
import envPaths from 'env-paths';
import type { Environment } from '../settings.ts';
import { applyOverrides, checkOverrides, checkProfile, findSources } from './apply-overrides.ts';
import type { KnownNames } from './check-references.ts';
import { withConfiguredNames } from './check-upstreams.ts';
import type { CommonKey, ConfigurationFlags, Origin } from './common-settings.ts';
import type { Configuration } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { ConfigurationValues } from './configuration-file.ts';
import { type FoundFile, findConfigurationFile } from './find-configuration-file.ts';
import { findNotices } from './notices.ts';
import { type CheckedDocument, readDocument } from './read-document.ts';
import { type Overrides, readOverrides } from './read-overrides.ts';
import { toConfiguration } from './to-configuration.ts';

/** Where a configuration comes from. */
export interface ConfigurationSource {
  /** Of a command that has `addConfigurationFlags`: its `opts()`. */
  readonly flags?: ConfigurationFlags | undefined;
  readonly environment: Environment;
  /** Defaults to the process's. */
  readonly workingDirectory?: string | undefined;
  /** Defaults to the platform's folder for configuration. */
  readonly configurationFolder?: string | undefined;
  /** Asked only if categories or tools are named. Without it their names are not checked. */
  readonly known?: (() => KnownNames) | undefined;
}

/** A configuration and where it comes from. */
export interface LoadedConfiguration {
  /** Absolute path of the file that was read, if there is one. */
  readonly file: string | undefined;
  /** The same for messages: relative to the working directory where it is inside. */
  readonly fileName: string | undefined;
  readonly configuration: Configuration;
  /** Where the value of each common setting comes from. */
  readonly sources: Readonly<Record<CommonKey, Origin>>;
  /** What was found and has no effect, one sentence each; for standard error. */
  readonly notices: readonly string[];
  /**
   * Reads the same file again, with the same flags and environment.
   *
   * @throws ConfigurationError as `loadConfiguration`, and if the file is gone or empty
   */
  reload(): Promise<LoadedConfiguration>;
}

interface Inputs {
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly known: (() => KnownNames) | undefined;
  readonly overrides: Overrides;
  readonly found: FoundFile;
  /** An empty file is a mistake here: an editor may have emptied it to write it anew. */
  readonly again: boolean;
}

/**
 * Finds, reads and checks the configuration: flags over environment variables over the file over the
 * defaults. Without a file nothing is read and no YAML library is loaded.
 *
 * @throws ConfigurationError that lists every problem with its place
 */
export async function loadConfiguration(source: ConfigurationSource): Promise<LoadedConfiguration> {
  const { environment, flags = {}, known } = source;
  const workingDirectory = source.workingDirectory ?? process.cwd();
  const configurationFolder =
    source.configurationFolder ?? envPaths('guildline', { suffix: '' }).config;
  const overrides = readOverrides(flags, environment);
  const named = overrides.byKey.get('config');
  const found = await findConfigurationFile({ named, workingDirectory, configurationFolder });
  return load({ environment, workingDirectory, known, overrides, found, again: false });
}

async function load(inputs: Inputs): Promise<LoadedConfiguration> {
  const { environment, found, known, overrides, workingDirectory, again } = inputs;
  const file = found.path;
  const fileName = file === undefined ? undefined : nameFor(file, workingDirectory);
  const document: CheckedDocument =
    file === undefined || fileName === undefined
      ? { plain: {}, problems: found.problems, sound: found.problems.length === 0 }
      : await readDocument({ path: file, name: fileName, known, refuseEmpty: again });
  const problems = [
    ...document.problems,
    ...overrides.problems,
    ...checkOverrides(overrides, known && (() => withConfiguredNames(known(), document.plain))),
    ...(document.sound ? checkProfile(document.plain, overrides.byKey.get('profile')) : []),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
  const folder = file === undefined ? resolve(workingDirectory) : dirname(file);
  // Both parts were checked above. Without any the schema is not even built.
  const values = applyOverrides(document.plain, overrides) as ConfigurationValues;
  const configuration = toConfiguration(values, {
    profile: String(overrides.byKey.get('profile')?.value ?? 'default'),
    folder,
    dataDirectoryFrom: overrides.byKey.has('dataDirectory') ? resolve(workingDirectory) : folder,
  });
  return {
    file,
    fileName,
    configuration,
    sources: findSources(document.plain, overrides),
    notices: findNotices({ configuration, fileName, passedOver: found.passedOver, environment }),
    reload: () => load({ ...inputs, again: true }),
  };
}

function nameFor(path: string, workingDirectory: string): string {
  const inside = relative(resolve(workingDirectory), path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}
