import { readFile } from 'node:fs/promises';
import type { TextSource } from '../configuration/upstream-settings.ts';
import type { Environment } from '../settings.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** Texts by name, and those among them that must never be shown. */
export interface ReadTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/**
 * Reads what an upstream is handed: credentials from the environment or a file, anew for each
 * connection.
 *
 * @throws UpstreamFault that names the place and not its value, if one of them holds nothing
 */
export async function readTextSources(
  sources: Readonly<Record<string, TextSource>>,
  environment: Environment,
): Promise<ReadTexts> {
  const read = await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      const text = await readTextSource(source, environment);
      return { name, text, isSecret: source.kind !== 'value', prefix: source.prefix };
    }),
  );
  return {
    texts: Object.fromEntries(read.map(({ name, prefix, text }) => [name, prefix + text])),
    secrets: read.filter(({ isSecret }) => isSecret).map(({ text }) => text),
  };
}

async function readTextSource(source: TextSource, environment: Environment): Promise<string> {
  switch (source.kind) {
    case 'value':
      return source.text;
    case 'environment': {
      const text = environment[source.name]?.trim();
      if (text) return text;
      throw absent(`the environment variable ${source.name} is not set`);
    }
    case 'file': {
      const text = await readText(source.path);
      if (text) return text;
      throw absent(`the file ${source.path} is empty`);
    }
  }
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    throw absent(`the file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
}

function absent(why: string): UpstreamFault {
  return new UpstreamFault('unavailable', `a credential is missing: ${why}`);
}
