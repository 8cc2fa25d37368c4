/**
 * The settings that have a flag and an environment variable. Flags, the reading of the environment
 * and the documentation are made from this one list. A flag wins over the environment, and that
 * over the file.
 */
export const commonSettings = [
  {
    key: 'config',
    kind: 'text',
    flag: '--config',
    argument: 'file',
    environment: 'GUILDLINE_CONFIG',
    path: undefined,
    description: 'configuration file, instead of one that is found',
  },
  {
    key: 'profile',
    kind: 'text',
    flag: '--profile',
    argument: 'name',
    environment: 'GUILDLINE_PROFILE',
    path: undefined,
    description: 'which of the configured bots to run as',
  },
  {
    key: 'readOnly',
    kind: 'boolean',
    flag: '--read-only',
    argument: undefined,
    environment: 'GUILDLINE_READ_ONLY',
    path: ['read_only'],
    description: 'refuse everything that would change Discord',
  },
  {
    key: 'surface',
    kind: 'text',
    flag: '--surface',
    argument: 'name',
    environment: 'GUILDLINE_SURFACE',
    path: ['surface'],
    description: 'progressive or full: how many tools are listed; all can be called',
  },
  {
    key: 'categories',
    kind: 'list',
    flag: '--categories',
    alias: { key: 'toolsets', flag: '--toolsets' },
    argument: 'names',
    environment: 'MCP_CATEGORIES',
    path: ['categories'],
    description: 'categories of tools to switch on; meta stays on',
  },
  {
    key: 'tools',
    kind: 'list',
    flag: '--tools',
    argument: 'names',
    environment: 'GUILDLINE_TOOLS',
    path: ['tools'],
    description: 'single tools to switch on',
  },
  {
    key: 'excludeTools',
    kind: 'list',
    flag: '--exclude-tools',
    argument: 'names',
    environment: 'GUILDLINE_EXCLUDE_TOOLS',
    path: ['exclude_tools'],
    description: 'tools to switch off',
  },
  {
    key: 'dataDirectory',
    kind: 'text',
    flag: '--data-directory',
    argument: 'folder',
    environment: 'GUILDLINE_DATA_DIR',
    path: ['data_directory'],
    description: 'folder for what the server keeps',
  },
  {
    key: 'allowedGuilds',
    kind: 'list',
    flag: '--allowed-guilds',
    argument: 'ids',
    environment: 'GUILDLINE_ALLOWED_GUILDS',
    path: ['allowed', 'guilds'],
    description: 'the only guilds to touch',
  },
  {
    key: 'allowedChannels',
    kind: 'list',
    flag: '--allowed-channels',
    argument: 'ids',
    environment: 'GUILDLINE_ALLOWED_CHANNELS',
    path: ['allowed', 'channels'],
    description: 'the only channels to touch',
  },
  {
    key: 'replica',
    kind: 'text',
    flag: '--replica',
    argument: 'name',
    environment: 'GUILDLINE_REPLICA',
    path: ['workflows', 'replica'],
    description: 'name of this server among those that share a database',
  },
  {
    key: 'replicas',
    kind: 'number',
    flag: '--replicas',
    argument: 'count',
    environment: 'GUILDLINE_REPLICAS',
    path: ['discord', 'replicas'],
    description: 'how many servers share the bot token, and so its rate limits',
  },
  {
    key: 'approvalWithoutElicitation',
    kind: 'text',
    flag: '--approval-without-elicitation',
    argument: 'mode',
    environment: 'GUILDLINE_APPROVAL_WITHOUT_ELICITATION',
    path: ['approval', 'without_elicitation'],
    description: 'token or refuse, for clients that cannot ask a person',
  },
] as const;

/** One entry of {@link commonSettings}. */
export type CommonSetting = (typeof commonSettings)[number];

/** A second flag of a common setting, and the attribute that commander gives it. */
export type FlagAlias = Extract<CommonSetting, { readonly alias: unknown }>['alias'];

/** The second flag of a common setting, if it has one. */
export function aliasOf(setting: CommonSetting): FlagAlias | undefined {
  return 'alias' in setting ? setting.alias : undefined;
}

/** Name of a common setting; also the attribute that commander gives its flag. */
export type CommonKey = CommonSetting['key'];

/** Where the value of a common setting comes from. */
export type Origin = 'flag' | 'environment' | 'file' | 'default';

/** Flags as commander parses them: true or false, a text, or the texts of a flag that was repeated. */
export type ConfigurationFlags = {
  readonly [Key in CommonKey | FlagAlias['key']]?: boolean | string | readonly string[] | undefined;
};
