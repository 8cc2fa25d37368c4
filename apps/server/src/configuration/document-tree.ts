import type { Document, LineCounter, Node, Pair } from 'yaml';
import type { ConfigurationPath } from './problem.ts';

/** The library, which only a server with a configuration file loads. */
export type Yaml = typeof import('yaml');

/** One place of a document. `key` is where its key stands, if it has one. */
interface Place {
  readonly key: number | undefined;
  readonly value: number;
  /** The text of a scalar that is read as something else than text. */
  readonly source: string | undefined;
}

/** Something that is wrong with the document itself. `offset` counts characters from its start. */
export interface DocumentProblem {
  readonly offset: number;
  readonly path: ConfigurationPath;
  readonly message: string;
}

/** Aliases can make a small file large. */
const maximumNodes = 50_000;
const maximumDepth = 100;

/**
 * Turns a parsed document into plain values and remembers where each of them stands. Objects have no
 * prototype. Keys are texts as they are written, so none loses a digit.
 */
export class DocumentTree {
  readonly problems: DocumentProblem[] = [];
  readonly plain: unknown;
  readonly #yaml: Yaml;
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #places = new Map<string, Place>();
  #nodes = 0;
  #tooLarge = false;

  constructor(yaml: Yaml, document: Document, lines: LineCounter) {
    this.#yaml = yaml;
    this.#document = document;
    this.#lines = lines;
    this.plain = document.contents ? this.#visit(document.contents, [], undefined) : undefined;
  }

  /** Where a path stands; for one that does not exist, where its nearest parent does. */
  offsetOf(path: ConfigurationPath, at: 'key' | 'value'): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const place = this.#places.get(JSON.stringify(path.slice(0, length)));
      if (!place) continue;
      const wanted = at === 'key' || length < path.length ? place.key : place.value;
      return wanted ?? place.value;
    }
    return 0;
  }

  /** The text of a scalar that is no text to YAML: the digits of a number. */
  sourceOf(path: ConfigurationPath): string | undefined {
    return this.#places.get(JSON.stringify(path))?.source;
  }

  lineOf(offset: number): number {
    return this.#lines.linePos(offset).line;
  }

  #visit(node: Node, path: ConfigurationPath, key: number | undefined): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    const offset = node.range?.[0] ?? 0;
    this.#nodes += 1;
    if (this.#nodes > maximumNodes || path.length > maximumDepth) return this.#refuseSize(offset);
    const source = isScalar(node) && typeof node.value !== 'string' ? node.source : undefined;
    this.#places.set(JSON.stringify(path), { key, value: offset, source });
    if (isScalar(node)) return node.value;
    if (isSeq(node)) {
      return node.items.map((item, index) =>
        this.#visit(item as Node, [...path, index], undefined),
      );
    }
    if (isMap(node)) return this.#visitPairs(node.items as Pair<Node, Node | null>[], path);
    const target = isAlias(node) ? node.resolve(this.#document) : undefined;
    if (!target) return this.#refuse(offset, path, 'Nothing before this place has that anchor.');
    const value = this.#visit(target, path, key);
    this.#places.set(JSON.stringify(path), { key, value: offset, source: this.sourceOf(path) });
    return value;
  }

  #visitPairs(pairs: readonly Pair<Node, Node | null>[], path: ConfigurationPath): object {
    const plain: Record<string, unknown> = Object.create(null);
    const first = new Map<string, number>();
    for (const pair of pairs) {
      const offset = pair.key?.range?.[0] ?? 0;
      const key = this.#keyOf(pair.key, offset, path);
      if (key === undefined) continue;
      const before = first.get(key);
      if (before !== undefined) {
        const line = this.lineOf(before);
        this.#refuse(offset, [...path, key], `The key stands in line ${line} already. Keep one.`);
        continue;
      }
      first.set(key, offset);
      const inside = [...path, key];
      this.#places.set(JSON.stringify(inside), { key: offset, value: offset, source: undefined });
      plain[key] = pair.value ? this.#visit(pair.value, inside, offset) : null;
    }
    return plain;
  }

  #keyOf(node: Node | null, offset: number, path: ConfigurationPath): string | undefined {
    const { isAlias, isScalar } = this.#yaml;
    const key = isAlias(node) ? node.resolve(this.#document) : node;
    if (!isScalar(key)) {
      return this.#refuse(offset, path, 'A key is a text, not a list or a mapping.');
    }
    const text = typeof key.value === 'string' ? key.value : (key.source ?? '');
    if (key.value === null && text === '') return this.#refuse(offset, path, 'A key is missing.');
    if (text !== '__proto__') return text;
    return this.#refuse(offset, path, 'No key can be named "__proto__".');
  }

  #refuseSize(offset: number): undefined {
    if (!this.#tooLarge)
      this.#refuse(offset, [], 'The file is too large once aliases are filled in.');
    this.#tooLarge = true;
    return undefined;
  }

  #refuse(offset: number, path: ConfigurationPath, message: string): undefined {
    this.problems.push({ offset, path, message });
    return undefined;
  }
}
