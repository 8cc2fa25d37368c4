import { aliasOf, commonSettings } from '../../src/configuration/common-settings.ts';
import { type JsonSchema, publishedSchema } from './json-schema.ts';

/** The parts of the page that tests made. */
export interface ReferencePageSource {
  /** A whole configuration file. */
  readonly example: string;
  /** A file with mistakes, and what is said of it. */
  readonly mistakes: string;
  readonly message: string;
}

/** The text of docs/reference/configuration.md. */
export function referencePage({ example, mistakes, message }: ReferencePageSource): string {
  return `<!-- Written from the code by apps/server/test/configuration/reference.test.ts; do not edit. -->

# Configuration

Guildline needs no configuration file: \`DISCORD_TOKEN\`, or \`DISCORD_TOKEN_FILE\` with the path of a file that holds the token, is enough. A file says who may do what, where, and what a person has to approve.

\`\`\`yaml
${example.trimEnd()}
\`\`\`

The first line is for editors: they check and complete the file with the schema that is published in the package as \`schema/guildline.config.schema.json\`. In a JSON file the key \`$schema\` does the same.

## Where the file is

\`guildline.config.yaml\` (or \`.yml\`, or \`.json\`) is looked for in the working directory, then in the platform's folder for configuration: \`~/.config/guildline\` on Linux, \`~/Library/Preferences/guildline\` on macOS, \`%APPDATA%\\guildline\\Config\` on Windows. The first one found is read, alone; one that is passed over is named on standard error, and two in one folder are refused. \`--config\` and \`GUILDLINE_CONFIG\` name a file, and then nothing is looked for.

The file decides what is approved and what is allowed. A client that starts the server in a folder of its choice lets that folder's file decide, so name the file where the folder is not yours.

Relative paths in the file start from its folder; those of flags and variables start from the working directory.

## Flags and environment variables

A flag wins over an environment variable, and that over the file. A list replaces the other's list. A blank variable counts as not set.

| flag | environment | key of the file | what it sets |
|---|---|---|---|
${commonSettings.map(toFlagRow).join('\n')}
| | \`DISCORD_TOKEN\` | | the bot token, unless the profile says where it is |
| | \`DISCORD_TOKEN_FILE\` | | file that holds the bot token, likewise |
| | \`DISCORD_API_URL\` | | where Discord's API is, for a simulator or a proxy |

Lists are written with commas between their items; a list flag may be repeated. A toolset is a category: \`--toolsets\` and \`--categories\` are one setting, and are refused if both are given and differ. \`--no-read-only\` undoes what a variable or the file says.

## Keys

\`<name>\` stands for a name of your choice.

| key | type | default | meaning |
|---|---|---|---|
${toRows(publishedSchema(), '').join('\n')}

## Ids and names

Write ids in quotes. Without them YAML reads a number, and a number of this size loses digits; the server refuses it and shows the digits that the file has. A category or a tool that does not exist is refused with the near one: \`guildline tools\` lists them.

A list that is absent opens everything of its kind, and an empty list opens nothing. A key without a value is refused, because it could mean either.

## Profiles and tokens

One process runs one bot. \`--profile\` names it, and \`default\` is there without being configured. A profile that has \`token_file\` or \`token_env\` uses that alone: \`DISCORD_TOKEN\` may be another bot's, and is named on standard error if it is set and not used. Any other profile uses \`DISCORD_TOKEN\` or \`DISCORD_TOKEN_FILE\`.

A token is never written into the file or on the command line. One that is found there is refused, and the message does not repeat it.

## Groups and callers

- A caller may do what any of its groups opens, within \`allowed\`. A group opens its tools in its own guilds and channels, not in those of another group.
- A caller without a group may do nothing. The groups of a caller that stands under \`callers\` are those, whatever its access token says.
- Whoever starts the server (stdio and the command line) may do everything that the server may, unless \`local_user\` names groups.
- Composers such as \`mcp_pipeline\` are open to every caller with a group; each of their steps is judged by itself.
- \`categories\`, \`tools\` and \`exclude_tools\` at the top decide which tools the server has for anyone. \`surface\` only decides which of them a client is shown.

## Other MCP servers

Each entry of \`upstreams\` is an MCP server that Guildline calls: a program that it starts (\`command\`), or an address (\`url\`). Of its tools only those exist that stand under \`tools\`; each is a tool here, named after the upstream and itself, and an operation of the resource of that name in record pipelines. The upstream's name is their category.

- What a tool does is your word. Without \`effect\` it counts as one that must not be repeated, and needs an approval; what the upstream says of itself does not count.
- Credentials are read from the environment (\`env\`) or a file (\`file\`) when the connection is made. The child gets the variables that stand under \`env\`, and of the server's own PATH, HOME and the like. What it writes to standard error appears on Guildline's, after its name and without secrets.
- Nothing is started or reached before the first call. A connection that ended is made again by the next call; one that could not be made is tried again after a pause of 1 to 30 seconds. Children end with the server.
- \`guildline upstreams refresh\` asks what the tools take and give, and keeps it in the data directory; from the next start on it is published, and arguments are checked against it. Without it that is learnt at the first call, and kept for the next start. Descriptions and patterns of an upstream are not taken over, and what it changes later is told on standard error, not taken over by itself.
- A result may have 1 MiB. All its text is marked as written outside. Numbers that lose digits are refused.

## Files

\`record_files\` opens folders, with those below them, for the sources \`read_csv\` and \`read_json_lines\` of the resource \`Files\`, which are also the tools \`files_read_csv\` and \`files_read_json_lines\`. A path is relative to a folder; \`..\`, links that lead out, devices and pipes are refused.

## Changes while the server runs

\`allowed\`, \`read_only\`, \`approval\`, \`groups\`, \`callers\` and \`local_user\` count from the next call on. \`profiles\`, \`data_directory\`, \`surface\`, \`categories\`, \`tools\`, \`exclude_tools\`, \`upstreams\`, \`record_files\`, \`maximum_records\` and \`audit\` keep their values until a restart, and standard error says so. A file that is broken, empty or gone changes nothing: the last good configuration holds, and standard error has the problems. Replace the file in one step (write another, then rename it) where a half-written one must not be read. A file that appears after the start is not noticed.

## Problems

All problems are reported at once, and the server does not start: exit code 2 if only flags are wrong, 1 otherwise. For this file, started with \`GUILDLINE_READ_ONLY=ture\`:

\`\`\`yaml
${mistakes.trimEnd()}
\`\`\`

\`\`\`text
${message}
\`\`\`
`;
}

function toFlagRow(setting: (typeof commonSettings)[number]): string {
  const argument = setting.argument ? ` <${setting.argument}>` : '';
  const key = setting.path ? ` \`${setting.path.join('.')}\`` : '';
  const flags = [setting.flag, aliasOf(setting)?.flag].filter((flag) => flag !== undefined);
  const shown = flags.map((flag) => `\`${flag}${argument}\``).join(' or ');
  return `| ${shown} | \`${setting.environment}\` |${key} | ${setting.description} |`;
}

function toRows(schema: JsonSchema, path: string): string[] {
  const keys = Object.entries(schema.properties ?? {});
  const values = schema.additionalProperties || undefined;
  return [
    ...keys.flatMap(([key, part]) => toKeyRows(part, path ? `${path}.${key}` : key)),
    ...(values?.properties ? toRows(values, `${path}.<name>`) : []),
  ];
}

function toKeyRows(part: JsonSchema, path: string): string[] {
  const fixed = part.default !== undefined && typeof part.default !== 'object';
  const row = `| \`${path}\` | ${toType(part)} |${fixed ? ` \`${part.default}\`` : ''} | ${part.description ?? ''} |`;
  return [row, ...toRows(part, path)];
}

function toType(part: JsonSchema): string {
  if (part.enum) return part.enum.map((choice) => `\`${choice}\``).join(' or ');
  if (part.items) return `list of ${part.items.$ref ? 'texts' : `${toType(part.items)}s`}`;
  if (part.properties || part.additionalProperties) return 'mapping';
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    boolean: 'true or false',
  };
  return words[part.type ?? ''] ?? '';
}
