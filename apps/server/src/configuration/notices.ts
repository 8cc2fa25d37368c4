import { suggest } from '@guildline/mcp-core';
import type { Environment } from '../settings.ts';
import { commonSettings } from './common-settings.ts';
import type { Configuration } from './configuration.ts';
import { databaseVariables } from './database-url.ts';

/** What notices are found in. */
export interface NoticeSource {
  readonly configuration: Configuration;
  readonly fileName: string | undefined;
  readonly passedOver: readonly string[];
  readonly environment: Environment;
}

/** What is there and has no effect, one sentence each, so that nothing is ignored in silence. */
export function findNotices(source: NoticeSource): readonly string[] {
  return Object.freeze([
    ...passedOverFiles(source),
    ...unusedTokens(source),
    ...misspelledVariables(source),
  ]);
}

function passedOverFiles({ passedOver, fileName }: NoticeSource): string[] {
  return passedOver.map((path) => `${path} is not read: ${fileName} comes first.`);
}

function unusedTokens({ configuration, environment }: NoticeSource): string[] {
  const { id, tokenFile, tokenEnvironment } = configuration.profile;
  if (tokenFile === undefined && tokenEnvironment === undefined) return [];
  return ['DISCORD_TOKEN', 'DISCORD_TOKEN_FILE']
    .filter((name) => environment[name] && name !== tokenEnvironment)
    .map((name) => `${name} is not used: the profile "${id}" says where its token is.`);
}

const prefix = 'GUILDLINE_';

function misspelledVariables({ environment }: NoticeSource): string[] {
  const known = [...commonSettings.map((setting) => setting.environment), ...databaseVariables]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = suggest(name, known);
      return meant ? [`${prefix}${name} is not known. Did you mean ${prefix}${meant}?`] : [];
    });
}
