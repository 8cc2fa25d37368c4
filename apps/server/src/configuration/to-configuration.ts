import envPaths from 'env-paths';
import type {
  AllowLists,
  Configuration,
  Group,
  Profile,
  WorkflowSettings,
} from './configuration.ts';
import type { ConfigurationValues } from './configuration-file.ts';
import { defaults } from './defaults.ts';
import { toAbsolute } from './to-absolute.ts';
import { toRecordFilesSettings, toUpstreamSettings } from './to-upstream-settings.ts';

/** What a configuration needs besides the file's values. */
export interface ConfigurationContext {
  /** Name of the profile to run. */
  readonly profile: string;
  /** Absolute path of the folder that the relative paths of profiles start from. */
  readonly folder: string;
  /** The same for the data directory. */
  readonly dataDirectoryFrom: string;
}

/** Turns checked values into the configuration that the server works with. */
export function toConfiguration(
  values: ConfigurationValues,
  context: ConfigurationContext,
): Configuration {
  const { approval = {}, audit = {}, discord = {}, data_directory } = values;
  return freeze({
    profile: toProfile(values, context.profile, context.folder),
    allowed: toAllowLists(values.allowed ?? {}),
    surface: values.surface ?? defaults.surface,
    categories: values.categories,
    tools: values.tools,
    excludeTools: values.exclude_tools ?? [],
    readOnly: values.read_only ?? defaults.readOnly,
    dataDirectory:
      data_directory === undefined
        ? envPaths('guildline', { suffix: '' }).data
        : toAbsolute(data_directory, context.dataDirectoryFrom),
    approval: {
      withoutElicitation: approval.without_elicitation ?? defaults.approval.withoutElicitation,
      maximumMembers: approval.maximum_members ?? defaults.approval.maximumMembers,
      massMentions: approval.mass_mentions ?? defaults.approval.massMentions,
      categories: toRecord(approval.categories, (mode) => mode),
    },
    groups: toRecord(values.groups, toGroup),
    callers: toRecord(values.callers, (caller) => caller),
    localUser: values.local_user,
    discord: {
      replicas: discord.replicas ?? defaults.discord.replicas,
      requestTimeoutMs:
        (discord.request_timeout_seconds ?? defaults.discord.requestTimeoutSeconds) * 1000,
    },
    workflows: toWorkflowSettings(values.workflows ?? {}),
    upstreams: toUpstreamSettings(values.upstreams ?? {}, context.folder),
    recordFiles: toRecordFilesSettings(values.record_files, context.folder),
    maximumRecords: values.maximum_records ?? defaults.maximumRecords,
    audit: {
      reads: audit.reads ?? defaults.audit.reads,
      maximumBytes: audit.maximum_bytes ?? defaults.audit.maximumBytes,
    },
  });
}

function toWorkflowSettings(
  workflows: NonNullable<ConfigurationValues['workflows']>,
): WorkflowSettings {
  const seconds = workflows.promote_pipelines_after_seconds;
  return {
    replica: workflows.replica,
    approvers: workflows.approvers ?? [],
    retentionDays: workflows.retention_days ?? defaults.workflows.retentionDays,
    promoteAfter: seconds === undefined ? undefined : seconds * 1000,
  };
}

function toProfile({ profiles = {} }: ConfigurationValues, id: string, folder: string): Profile {
  const profile = Object.hasOwn(profiles, id) ? profiles[id] : undefined;
  const tokenFile = profile?.token_file;
  return {
    id,
    tokenFile: tokenFile === undefined ? undefined : toAbsolute(tokenFile, folder),
    tokenEnvironment: profile?.token_env,
  };
}

function toGroup(group: NonNullable<ConfigurationValues['groups']>[string]): Group {
  const { categories, tools, read_only } = group;
  return { ...toAllowLists(group), categories, tools, readOnly: read_only ?? defaults.readOnly };
}

function toAllowLists({
  guilds,
  channels,
}: NonNullable<ConfigurationValues['allowed']>): AllowLists {
  return { guilds, channels };
}

/** Without a prototype, so that a caller named `constructor` finds nothing that is not configured. */
function toRecord<From, To>(
  record: Readonly<Record<string, From>> | undefined,
  convert: (value: From) => To,
): Readonly<Record<string, To>> {
  const converted: Record<string, To> = Object.create(null);
  for (const [key, value] of Object.entries(record ?? {})) converted[key] = convert(value);
  return converted;
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}
