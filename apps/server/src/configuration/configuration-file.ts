import { surfaces } from '@guildline/mcp-core';
import * as z from 'zod';
import { defaults } from './defaults.ts';
import { environmentName } from './environment-name.ts';
import { recordFilesSchema } from './record-files-schema.ts';
import { upstreamsSchema } from './upstreams-schema.ts';

/** What a valid configuration file holds, as it is written: every key may be absent. */
export type ConfigurationValues = z.input<ReturnType<typeof createConfigurationFile>>;

let schema: ReturnType<typeof createConfigurationFile> | undefined;

/**
 * The schema of the configuration file, built on first use. Checks each value by itself; what one
 * value has to do with another is `checkReferences`' part.
 */
export function configurationFile(): ReturnType<typeof createConfigurationFile> {
  schema ??= createConfigurationFile();
  return schema;
}

function createConfigurationFile() {
  const category = name('category').meta({ id: 'category', description: 'A category of tools.' });
  const tool = name('tool');
  return z.strictObject({
    $schema: z
      .string()
      .optional()
      .describe('Where editors find the JSON schema of this file. Not read by the server.'),
    profiles: z
      .record(name('profile'), profile())
      .optional()
      .describe(
        'The bots, by name. One runs per server process: the one that --profile names, else `default`. Without an entry `default` reads DISCORD_TOKEN or DISCORD_TOKEN_FILE.',
      ),
    allowed: z
      .strictObject({
        guilds: ids('guild').describe('Guilds that may be read and changed. Absent: every guild.'),
        channels: ids('channel').describe(
          'Channels that may be read and changed. Absent: every channel of the allowed guilds.',
        ),
      })
      .prefault({})
      .describe('What the server may touch, whoever calls.'),
    surface: z
      .enum(surfaces)
      .default(defaults.surface)
      .describe(
        'What a client is shown: `progressive` lists few tools, search among them, through which all others are reached; `full` lists all. Every tool that is switched on can be called with both.',
      ),
    categories: z
      .array(category)
      .optional()
      .describe(
        'Categories of tools (toolsets) that are switched on; `meta` always is. Absent: all, unless `tools` is set.',
      ),
    tools: z
      .array(tool)
      .optional()
      .describe('Single tools that are switched on beside those of `categories`.'),
    exclude_tools: z
      .array(tool)
      .optional()
      .describe('Tools that are switched off, whatever else is set.'),
    read_only: z
      .boolean()
      .default(defaults.readOnly)
      .describe('True refuses everything that would change Discord.'),
    data_directory: z
      .string()
      .min(1, { error: 'Expected the path of a folder.' })
      .optional()
      .describe(
        "Folder for audit events, approvals and results. Relative to this file's folder; `~/` is the home folder. Absent: the platform's data folder.",
      ),
    approval: approval(category),
    groups: z
      .record(name('group'), group(category, tool))
      .default({})
      .describe('What callers may do, by the name of a group.'),
    callers: z
      .record(callerId(), membership())
      .default({})
      .describe('The groups of each caller, by caller id. A caller without groups may do nothing.'),
    local_user: membership()
      .optional()
      .describe(
        'The groups of whoever starts the server on this machine (stdio and the command line). Absent: everything the server may do.',
      ),
    discord: z
      .strictObject({
        replicas: z
          .int()
          .min(1)
          .max(1000)
          .default(defaults.discord.replicas)
          .describe(
            'How many servers share the bot token. Each keeps to its share of the limits that hold for all requests of a bot. Leave it at 1 behind a proxy that keeps the limits for all.',
          ),
        request_timeout_seconds: z
          .int()
          .min(1)
          .max(300)
          .default(defaults.discord.requestTimeoutSeconds)
          .describe(
            'Seconds for one request and its answer. Behind a proxy a request waits there for its turn: give it as long as a burst may take.',
          ),
      })
      .prefault({})
      .describe('How the server talks to Discord.'),
    workflows: z
      .strictObject({
        replica: name('replica')
          .optional()
          .describe(
            'Name of this server among those that share a database, the same after a restart. Absent: the host name.',
          ),
        approvers: z
          .array(callerId())
          .default([])
          .describe('Callers that may answer the questions of workflows that others have started.'),
        retention_days: z
          .int()
          .min(1)
          .max(3650)
          .default(defaults.workflows.retentionDays)
          .describe('Days after which a workflow that has ended is deleted.'),
        promote_pipelines_after_seconds: z
          .int()
          .min(1)
          .max(240)
          .optional()
          .describe(
            'Seconds after which a pipeline that still runs goes on as a workflow, between two steps. Absent: never.',
          ),
      })
      .prefault({})
      .describe(
        'Durable workflows. The database that servers share is set by GUILDLINE_DATABASE_URL.',
      ),
    upstreams: upstreamsSchema(name('group')),
    record_files: recordFilesSchema(name('group')),
    maximum_records: z
      .int()
      .min(1)
      .max(10_000_000)
      .default(defaults.maximumRecords)
      .describe(
        'Records after which a record pipeline ends and says that there were more. A pipeline can only lower it.',
      ),
    audit: z
      .strictObject({
        reads: z
          .boolean()
          .default(defaults.audit.reads)
          .describe('True records calls that only read, too.'),
        maximum_bytes: z
          .int()
          .min(65_536)
          .default(defaults.audit.maximumBytes)
          .describe('Size in bytes after which the audit log begins a new file.'),
      })
      .prefault({})
      .describe('What the audit log keeps.'),
  });
}

function profile() {
  return z
    .strictObject({
      token_file: z
        .string()
        .min(1, { error: 'Expected the path of a file.' })
        .optional()
        .describe(
          "File that holds the bot token and nothing else. Relative to this file's folder; `~/` is the home folder.",
        ),
      token_env: environmentName()
        .optional()
        .describe('Name of the environment variable that holds the bot token.'),
    })
    .meta({
      description:
        'Where the token of one bot is: `token_file` or `token_env`, not both. The token itself is never written into this file.',
      not: { required: ['token_file', 'token_env'] },
    });
}

function approval(category: z.ZodString) {
  const { withoutElicitation, maximumMembers, massMentions } = defaults.approval;
  return z
    .strictObject({
      without_elicitation: z
        .enum(['token', 'refuse'])
        .default(withoutElicitation)
        .describe(
          'For a client that cannot ask its person: `token` returns a token that a second, identical call passes back; `refuse` refuses the call.',
        ),
      maximum_members: z
        .int()
        .min(0)
        .default(maximumMembers)
        .describe('A change that touches more members than this needs an approval.'),
      mass_mentions: z
        .boolean()
        .default(massMentions)
        .describe('True if a message that can notify everyone or a role needs an approval.'),
      categories: z
        .record(category, z.enum(['always', 'once-per-batch', 'never']))
        .default({})
        .describe(
          'By category: `always` approves every change by itself, so that none can be a step of a pipeline; `once-per-batch` (the default) approves destructive calls, together with the other steps of their pipeline; `never` asks nobody. `never` can be set only here.',
        ),
    })
    .prefault({})
    .describe('What a person has to approve.');
}

function group(category: z.ZodString, tool: z.ZodString) {
  return z.strictObject({
    categories: z
      .array(category)
      .optional()
      .describe('Categories that the group opens. Absent, and no `tools`: all.'),
    tools: z
      .array(tool)
      .optional()
      .describe('Single tools that the group opens beside its categories.'),
    guilds: ids('guild').describe('Guilds that the group opens. Absent: every allowed guild.'),
    channels: ids('channel').describe(
      'Channels that the group opens. Absent: every allowed channel.',
    ),
    read_only: z.boolean().default(false).describe('True if the group opens reading only.'),
  });
}

function membership() {
  return z.strictObject({
    groups: z.array(name('group')).describe('Names of groups. What any of them opens is open.'),
  });
}

function ids(kind: 'guild' | 'channel') {
  return z
    .array(
      z.string().regex(/^\d{17,20}$/, {
        error: `Expected the id of a ${kind}: 17 to 20 digits.`,
      }),
    )
    .optional();
}

function name(kind: 'profile' | 'category' | 'tool' | 'group' | 'replica') {
  return z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/, {
    error: `Expected the name of a ${kind}: up to 64 letters, digits, "_", "-" and ".".`,
  });
}

function callerId() {
  return z.string().regex(/^\S{1,256}$/, {
    error: 'Expected the id of a caller: up to 256 characters without spaces.',
  });
}
