import type { ConfigurationValues } from './configuration-file.ts';
import { defaults } from './defaults.ts';
import { toAbsolute } from './to-absolute.ts';
import type {
  RecordFilesSettings,
  TextSource,
  UpstreamAddress,
  UpstreamSettings,
  UpstreamToolSettings,
} from './upstream-settings.ts';
import { toUpstreamToolName } from './upstream-tool-name.ts';

type UpstreamValues = NonNullable<ConfigurationValues['upstreams']>[string];
type SourceValues = NonNullable<UpstreamValues['headers_from']>[string];

/** Turns checked values into the settings of the upstreams, sorted by name. */
export function toUpstreamSettings(
  upstreams: NonNullable<ConfigurationValues['upstreams']>,
  folder: string,
): readonly UpstreamSettings[] {
  return Object.entries(upstreams)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => ({
      name,
      description: values.description,
      address: toAddress(values, folder),
      groups: values.groups,
      timeout: (values.timeout_seconds ?? defaults.upstreams.timeoutSeconds) * 1000,
      concurrency: values.concurrency ?? defaults.upstreams.concurrency,
      callerIdentity: values.caller_identity ?? false,
      tools: Object.entries(values.tools).map(([tool, offered]) => toTool(name, tool, offered)),
    }));
}

/** Turns checked values into the settings of the files, if any may be read. */
export function toRecordFilesSettings(
  values: ConfigurationValues['record_files'],
  folder: string,
): RecordFilesSettings | undefined {
  return (
    values && {
      folders: values.folders.map((path) => toAbsolute(path, folder)),
      groups: values.groups,
      maximumBytes: values.maximum_bytes ?? defaults.recordFiles.maximumBytes,
    }
  );
}

function toAddress(values: UpstreamValues, folder: string): UpstreamAddress {
  const { command, url, args = [], cwd = '.', env, headers_from } = values;
  if (url !== undefined) return { kind: 'http', url, headers: toSources(headers_from, folder) };
  return {
    kind: 'process',
    command: command ?? '',
    args,
    folder: toAbsolute(cwd, folder),
    environment: toSources(env, folder),
  };
}

function toSources(
  sources: Readonly<Record<string, SourceValues>> = {},
  folder: string,
): Readonly<Record<string, TextSource>> {
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => [key, toSource(source, folder)]),
  );
}

function toSource(
  { env, file, value = '', prefix = '' }: SourceValues,
  folder: string,
): TextSource {
  if (env !== undefined) return { kind: 'environment', name: env, prefix };
  if (file !== undefined) return { kind: 'file', path: toAbsolute(file, folder), prefix };
  return { kind: 'value', text: value, prefix };
}

function toTool(
  upstream: string,
  upstreamName: string,
  values: UpstreamValues['tools'][string],
): UpstreamToolSettings {
  const { effect = 'once', destructive = effect !== 'read' } = values;
  return {
    name: toUpstreamToolName(upstream, upstreamName, values.name),
    upstreamName,
    description: values.description,
    effect,
    destructive,
    recordType: values.record_type,
    takes: values.takes,
    list: values.list,
    cursor: values.cursor,
    reusable: values.reusable ?? false,
  };
}
