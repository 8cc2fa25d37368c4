import { discordTools } from '@guildline/discord-adapter';
import { metaTools } from '@guildline/mcp-core';
import * as z from 'zod';
import type { KnownNames } from '../../src/configuration/check-references.ts';
import { configurationFile } from '../../src/configuration/configuration-file.ts';

/** The part of a JSON schema that is looked at here. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | false;
  readonly required?: readonly string[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

/** The names of every tool that this server can have. */
export function allNames(): KnownNames {
  const connect = () => Promise.reject(new Error('Listing needs no connection.'));
  const tools = [...discordTools(connect), ...metaTools()];
  return {
    categories: [...new Set(tools.map(({ category }) => category))].toSorted(),
    tools: tools.map(({ name }) => name),
  };
}

/** The schema that is published for editors. Draft 7, which they all know. */
export function publishedSchema(): JsonSchema {
  const schema = z.toJSONSchema(configurationFile(), { target: 'draft-7', io: 'input' });
  // Offered by editors, and not binding, so that an editor with an older schema does not complain.
  const { category, ...definitions } = schema.definitions as Record<string, object>;
  return {
    title: 'Guildline configuration',
    ...schema,
    definitions: { ...definitions, category: { ...category, examples: allNames().categories } },
  } as JsonSchema;
}
