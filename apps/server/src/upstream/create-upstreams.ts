import { join } from 'node:path';
import type { CallContext, RecordResource, ToolDefinition } from '@guildline/mcp-core';
import type { UpstreamSettings } from '../configuration/upstream-settings.ts';
import type { Environment } from '../settings.ts';
import { createChildGuard } from './child-guard.ts';
import { createKnownSchemas } from './known-schemas.ts';
import type { ToolSchemas } from './tool-schemas.ts';
import { UpstreamConnection } from './upstream-connection.ts';
import { createUpstreamTool } from './upstream-tool.ts';

/** What upstreams need from outside. */
export interface UpstreamsSource {
  readonly upstreams: readonly UpstreamSettings[];
  /** Where the schemas of their tools are kept. */
  readonly dataDirectory: string;
  readonly environment: Environment;
  readonly clock: CallContext['clock'];
  readonly report: (message: string) => void;
}

/** The configured upstream MCP servers: tools and resources, and one connection each. */
export interface Upstreams {
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly RecordResource[];
  /**
   * Asks an upstream for the schemas of its offered tools and keeps them for the next start.
   *
   * @throws UpstreamFault if it cannot be reached
   */
  refresh(name: string): Promise<ReadonlyMap<string, ToolSchemas>>;
  /** Ends every connection and every process that was started. */
  close(): Promise<void>;
}

/** Makes tools of the upstreams. Opens no file and no connection. */
export function createUpstreams(source: UpstreamsSource): Upstreams {
  const { upstreams, dataDirectory, ...ports } = source;
  const guard = createChildGuard();
  const made = upstreams.map((settings) => {
    const known = createKnownSchemas(join(dataDirectory, 'upstreams', `${settings.name}.json`));
    const connection = new UpstreamConnection(settings, { ...ports, guard, known });
    return { settings, known, connection };
  });
  return {
    tools: made.flatMap(({ settings, ...rest }) =>
      settings.tools.map((tool) => createUpstreamTool(tool, settings, rest)),
    ),
    resources: upstreams.map(toResource),
    refresh: async (name) => {
      const upstream = made.find(({ settings }) => settings.name === name);
      if (!upstream) throw new RangeError(`No upstream is named ${JSON.stringify(name)}.`);
      const schemas = await upstream.connection.listSchemas();
      upstream.known.replace(schemas);
      return schemas;
    },
    close: async () => {
      await Promise.all(made.map(({ connection }) => connection.close()));
    },
  };
}

function toResource(upstream: UpstreamSettings): RecordResource {
  const { name, description, groups, concurrency, callerIdentity, tools } = upstream;
  const types = [...new Set(tools.flatMap(({ recordType }) => recordType ?? []))];
  return {
    name,
    description: description ?? `The MCP server "${name}", which the operator has connected.`,
    groups,
    concurrency,
    callerIdentity,
    types: types.map((type) => ({ name: type, description: `A record of "${name}".` })),
    operations: tools.map((tool) => ({
      tool: tool.name,
      name: tool.upstreamName,
      ...(tool.takes === undefined ? {} : { input: tool.takes }),
      ...(tool.recordType === undefined ? {} : { output: tool.recordType }),
      ...(tool.list === undefined
        ? {}
        : { iterates: { list: tool.list, ...(tool.cursor ? { cursor: tool.cursor } : {}) } }),
      reusable: tool.reusable,
    })),
  };
}
