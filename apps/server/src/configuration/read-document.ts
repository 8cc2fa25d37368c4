import { checkConfiguration } from './check-configuration.ts';
import type { KnownNames } from './check-references.ts';
import { type ParsedDocument, parseDocument } from './parse-document.ts';
import type { Problem } from './problem.ts';
import { readConfigurationFile } from './read-configuration-file.ts';

/** A configuration file as plain values, and everything that is wrong with it. */
export interface CheckedDocument {
  readonly plain: unknown;
  readonly problems: readonly Problem[];
  /** False if it could not be read or its syntax is broken, so that `plain` says nothing. */
  readonly sound: boolean;
}

/** What to read, and how. */
export interface DocumentSource {
  readonly path: string;
  /** What messages call the file. */
  readonly name: string;
  readonly known: (() => KnownNames) | undefined;
  /** True if a file without any key is a problem. */
  readonly refuseEmpty: boolean;
}

/** Reads and checks one configuration file. Never throws for anything that the file is or holds. */
export async function readDocument(source: DocumentSource): Promise<CheckedDocument> {
  const { path, name, known, refuseEmpty } = source;
  const read = await readConfigurationFile(path);
  if ('problem' in read) return unusable(name, read.problem);
  const document = await parseDocument(read.text);
  const empty = document.sound && (document.plain ?? undefined) === undefined;
  if (empty && refuseEmpty) return unusable(name, 'The file is empty.');
  const plain = empty ? {} : document.plain;
  const problems = [...document.problems, ...findIssues(document, plain, known)]
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map(({ line, column, path: key, message }) => ({
      origin: 'file' as const,
      where: `${name}:${line}:${column}`,
      path: key,
      message,
    }));
  return { plain, problems, sound: document.sound };
}

function findIssues(
  document: ParsedDocument,
  plain: unknown,
  known: (() => KnownNames) | undefined,
) {
  if (!document.sound) return [];
  return checkConfiguration(plain, known, document.sourceOf).map(({ path, at, message }) => ({
    ...document.locate(path, at),
    path,
    message,
  }));
}

function unusable(name: string, message: string): CheckedDocument {
  return {
    plain: {},
    problems: [{ origin: 'file', where: name, path: [], message }],
    sound: false,
  };
}
