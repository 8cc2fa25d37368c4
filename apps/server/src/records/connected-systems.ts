import type { RecordResource, ToolDefinition } from '@guildline/mcp-core';
import type { Configuration } from '../configuration/configuration.ts';
import { createUpstreams, type UpstreamsSource } from '../upstream/create-upstreams.ts';
import { createFileRecords } from './file-records.ts';
import { inlineRead, inlineRecords } from './inline-records.ts';

/** What connected systems need from outside. */
export interface ConnectedSystemsSource
  extends Omit<UpstreamsSource, 'dataDirectory' | 'upstreams'> {
  readonly configuration: Pick<Configuration, 'dataDirectory' | 'recordFiles' | 'upstreams'>;
}

/** Everything beside Discord that the configuration connects: tools, and resources of record pipelines. */
export interface ConnectedSystems {
  readonly tools: readonly ToolDefinition[];
  readonly resources: readonly RecordResource[];
  /** Ends connections and the processes that were started for them. */
  close(): Promise<void>;
}

/** Makes what the configuration connects. Opens and starts nothing. */
export function createConnectedSystems(source: ConnectedSystemsSource): ConnectedSystems {
  const { configuration, ...ports } = source;
  const { dataDirectory, recordFiles } = configuration;
  const upstreams = createUpstreams({
    ...ports,
    upstreams: configuration.upstreams,
    dataDirectory,
  });
  const files = recordFiles && createFileRecords(recordFiles);
  return {
    tools: [inlineRead, ...(files?.tools ?? []), ...upstreams.tools],
    resources: [inlineRecords, ...(files ? [files.resource] : []), ...upstreams.resources],
    close: async () => {
      await Promise.all([files?.close(), upstreams.close()]);
    },
  };
}
