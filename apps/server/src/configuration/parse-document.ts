import type { CST } from 'yaml';
import { type DocumentProblem, DocumentTree, type Yaml } from './document-tree.ts';
import type { ConfigurationPath } from './problem.ts';

/** A configuration file as plain values, with the place of each of them. */
export interface ParsedDocument {
  /** `undefined` for a file that holds nothing but comments. */
  readonly plain: unknown;
  readonly problems: readonly (Position & Omit<DocumentProblem, 'offset'>)[];
  /** False if the syntax is broken, so that `plain` says little about what was meant. */
  readonly sound: boolean;
  locate(path: ConfigurationPath, at: 'key' | 'value'): Position;
  sourceOf(path: ConfigurationPath): string | undefined;
}

/** Counted from 1, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The parser calls itself for each level, and a stack that overflows can end the process. */
const maximumDepth = 64;
/** One mistake makes the parser stumble many times. */
const maximumSyntaxProblems = 20;

/** Parses YAML 1.2, of which JSON is a part. Never throws for anything that the text holds. */
export async function parseDocument(text: string): Promise<ParsedDocument> {
  // A bundled CommonJS library has its parts in the default export only.
  const { default: yaml } = await import('yaml');
  const lines = new yaml.LineCounter();
  const toPosition = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const tokens = [...new yaml.Parser(lines.addNewLine).parse(text)];
  const tooDeep = tokens.find((token) => depthOf(token) > maximumDepth);
  const document = tooDeep ? undefined : compose(yaml, tokens, text.length);
  const syntax = document
    ? [...document.errors, ...document.warnings].map((error) => ({
        offset: error.pos[0],
        path: [],
        message: explainSyntax(error),
      }))
    : [{ offset: 0, path: [], message: `The file is nested deeper than ${maximumDepth} levels.` }];
  const sound = syntax.length === 0;
  const tree = document && sound ? new DocumentTree(yaml, document, lines) : undefined;
  return {
    plain: tree?.plain,
    problems: [...shorten(syntax), ...(tree?.problems ?? [])].map(({ offset, path, message }) => ({
      ...toPosition(offset),
      path,
      message,
    })),
    sound,
    locate: (path, at) => toPosition(tree?.offsetOf(path, at) ?? 0),
    sourceOf: (path) => tree?.sourceOf(path),
  };
}

function compose(yaml: Yaml, tokens: readonly CST.Token[], length: number) {
  // `uniqueKeys` compares every key with every other; the tree finds repeated keys in one pass.
  const composer = new yaml.Composer({
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const [first, second] = [...composer.compose(tokens, true, length)];
  if (!first) throw new TypeError('The YAML parser made no document of the file.');
  if (second) {
    first.errors.push(
      new yaml.YAMLParseError(
        [second.range[0], second.range[1]],
        'MULTIPLE_DOCS',
        'The file holds more than one document',
      ),
    );
  }
  return first;
}

/** How many collections stand in each other. Uses no stack of its own. */
function depthOf(root: CST.Token): number {
  let deepest = 0;
  const open: [token: CST.Token, depth: number][] = [[root, 0]];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const [token, depth] = entry;
    deepest = Math.max(deepest, depth);
    for (const inner of tokensIn(token)) open.push([inner, depth + 1]);
  }
  return deepest;
}

function tokensIn(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  const items: readonly CST.CollectionItem[] = token.items;
  return items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}

const remedies: Readonly<Record<string, string>> = {
  BAD_SCALAR_START: 'Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'Write one key a line, or put a value with ": " in it in quotes.',
  MULTIPLE_DOCS: 'Remove the line "---" between them.',
  TAB_AS_INDENT: 'Use spaces.',
  TAG_RESOLVE_FAILED: 'Remove the tag, or put the value in quotes.',
};

function explainSyntax({ code, message }: { code: string; message: string }): string {
  const remedy = remedies[code];
  return `${message.replace(/\.?$/, '.')}${remedy ? ` ${remedy}` : ''}`;
}

function shorten(problems: readonly DocumentProblem[]): readonly DocumentProblem[] {
  const sorted = problems.toSorted((one, other) => one.offset - other.offset);
  const more = sorted.length - maximumSyntaxProblems;
  const last = sorted[maximumSyntaxProblems];
  if (!last) return sorted;
  const rest = { ...last, message: `${more} more problems of syntax from here on.` };
  return [...sorted.slice(0, maximumSyntaxProblems), rest];
}
