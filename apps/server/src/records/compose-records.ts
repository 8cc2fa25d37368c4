import {
  createPreflight,
  type DiscordClient,
  discordResource,
  discordTools,
} from '@guildline/discord-adapter';
import {
  createRecordPipelines,
  type RecordPipelines,
  type RecordPipelinesSource,
  type RecordResource,
} from '@guildline/mcp-core';
import { identity, recordToRecord } from '@guildline/pipeline-core';
import {
  JSFilter,
  javaScriptConventions,
  RecordSetToCSVStringSet,
  RecordSetToJSONLines,
  RecordSetToPDF,
  RecordToCSVString,
  renderCsv,
  TransformJS,
} from '@guildline/transforms';

/** What record pipelines are composed from. */
export interface RecordsParts
  extends Omit<
    RecordPipelinesSource,
    'javaScriptConventions' | 'preflight' | 'renderCsv' | 'resources' | 'transforms'
  > {
  readonly client: DiscordClient;
  /** Every system beside Discord. */
  readonly connected: readonly RecordResource[];
}

const transforms = [
  identity,
  recordToRecord,
  TransformJS,
  JSFilter,
  RecordToCSVString,
  RecordSetToCSVStringSet,
  RecordSetToJSONLines,
  RecordSetToPDF,
];

/** Puts record pipelines together over Discord and what else is connected. Starts and loads nothing. */
export function composeRecords({ client, connected, ...parts }: RecordsParts): RecordPipelines {
  const discord = discordTools(client.connect);
  const resources = [discordResource(discord), ...connected];
  return createRecordPipelines({
    ...parts,
    resources: () => resources,
    transforms,
    renderCsv,
    javaScriptConventions,
    preflight: createPreflight(client, discord),
  });
}
