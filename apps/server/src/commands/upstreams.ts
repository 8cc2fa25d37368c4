import { makeVisible } from '@guildline/mcp-core';
import type { ConfigurationFlags } from '../configuration/common-settings.ts';
import type { UpstreamSettings } from '../configuration/upstream-settings.ts';
import { CommandError } from '../exit-codes.ts';
import { loadSettings } from '../settings.ts';
import { formatTable } from '../terminal/table.ts';
import { createUpstreams } from '../upstream/create-upstreams.ts';
import type { PlainSchema } from '../upstream/plain-schema.ts';
import type { ToolSchemas } from '../upstream/tool-schemas.ts';

/** `guildline upstreams`: the MCP servers that are configured, and the tools that are offered of each. */
export async function listUpstreams(flags: ConfigurationFlags): Promise<void> {
  const { settings } = await loadSettings(flags);
  const { upstreams } = settings.configuration;
  const rows = upstreams.flatMap(({ name, tools }) =>
    tools.map((tool) => [
      name,
      tool.name,
      tool.destructive ? `${tool.effect}, destructive` : tool.effect,
    ]),
  );
  process.stdout.write(rows.length > 0 ? `${formatTable(rows)}\n` : `${none}\n`);
}

/**
 * `guildline upstreams refresh [name]`: asks upstreams for the schemas of their tools and keeps them, so
 * that they are published from the next start on.
 */
export async function refreshUpstreams(
  name: string | undefined,
  flags: ConfigurationFlags,
): Promise<void> {
  const { settings } = await loadSettings(flags);
  const { configuration, environment = process.env } = settings;
  const wanted = findWanted(configuration.upstreams, name);
  const upstreams = createUpstreams({
    upstreams: wanted,
    dataDirectory: configuration.dataDirectory,
    environment,
    clock: Date,
    report: (message) => process.stderr.write(`guildline: ${message}\n`),
  });
  try {
    for (const upstream of wanted) {
      const found = await refresh(upstreams, upstream.name);
      process.stdout.write(`${formatTable(toRows(upstream, found))}\n`);
    }
  } finally {
    await upstreams.close();
  }
}

const none = 'No upstream is configured. Describe it under "upstreams" of the configuration file.';

function findWanted(
  upstreams: readonly UpstreamSettings[],
  name: string | undefined,
): readonly UpstreamSettings[] {
  if (upstreams.length === 0) throw new CommandError(none);
  if (name === undefined) return upstreams;
  const found = upstreams.filter((upstream) => upstream.name === name);
  if (found.length > 0) return found;
  const names = upstreams.map((upstream) => upstream.name).join(', ');
  throw new CommandError(`No upstream is named ${JSON.stringify(name)}. There are: ${names}.`);
}

async function refresh(
  upstreams: ReturnType<typeof createUpstreams>,
  name: string,
): Promise<ReadonlyMap<string, ToolSchemas>> {
  try {
    return await upstreams.refresh(name);
  } catch (error) {
    const { message, said } = error as Error & { readonly said?: string };
    const detail = said === undefined ? '' : ` It says: ${makeVisible(said)}`;
    throw new CommandError(`${name}: ${message}.${detail}`);
  }
}

function toRows(
  { tools }: UpstreamSettings,
  found: ReadonlyMap<string, ToolSchemas>,
): readonly (readonly string[])[] {
  return tools.map(({ name, upstreamName }) => {
    const schemas = found.get(upstreamName);
    if (!schemas) return [name, `the upstream has no tool ${upstreamName}`, ''];
    return [name, `takes ${toNames(schemas.input)}`, `gives ${toNames(schemas.output)}`];
  });
}

/** Names of properties; `?` marks those that may be absent. */
function toNames(schema: PlainSchema | undefined): string {
  const { properties = {}, required = [] } = schema ?? {};
  const names = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
  return names.length > 0 ? names.join(', ') : 'anything';
}
