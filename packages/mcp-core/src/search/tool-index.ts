import type * as z from 'zod';
import type { Registry } from '../registry.ts';
import { innerOf, shapeOf } from '../schema/shape.ts';
import { isHelper } from '../surface/surface.ts';
import type { ToolDefinition } from '../tool.ts';
import { metaSynonyms } from './meta-synonyms.ts';
import { QueryReader } from './query-reader.ts';
import { genericSynonyms, type Synonyms } from './synonyms.ts';
import { type Stem, stopWords, toWords } from './words.ts';

/** The enabled tools of a registry, to be found by what they do. */
export interface ToolIndex {
  /** Tools for a sentence, best first; a tool's exact name gives that tool alone. */
  find(sentence: string): readonly ToolDefinition[];
}

/** How much a word counts by where it stands. */
const boost = { name: 4, title: 2, category: 1, description: 0.7, arguments: 0.4 };
type Field = keyof typeof boost;
type Document = Readonly<Record<Field, string>>;

/** What a tool counts that changes something where something is to be looked at, and the reverse. */
const unwantedWeight = 0.6;

/**
 * Builds the index: BM25 over names, titles, categories, descriptions and arguments. The libraries
 * are loaded here, so that a server that is never searched pays nothing.
 */
export async function createToolIndex(
  tools: Registry,
  synonyms: Synonyms = {},
): Promise<ToolIndex> {
  const [{ default: MiniSearch }, { stemmer: stem }] = await Promise.all([
    import('minisearch'),
    import('stemmer'),
  ]);
  const byName = new Map(
    tools.enabled().flatMap((tool) => (isHelper(tool) ? [] : [[tool.name, tool] as const])),
  );
  const documents = [...byName.values()].map(toDocument);
  const vocabulary = documents.flatMap((document) => Object.values(document).flatMap(toWords));
  const reader = new QueryReader([genericSynonyms, metaSynonyms, synonyms], vocabulary, stem);
  const index = new MiniSearch<Document>({
    idField: 'name',
    fields: Object.keys(boost),
    tokenize: (text, field) => toTerms(text, field, stem),
    processTerm: (term) => term,
  });
  index.addAll(documents);
  return {
    find: (sentence) => {
      const named = byName.get(sentence.trim());
      if (named) return [named];
      const { weights, wants } = reader.read(sentence);
      const hits = index.search([...weights.keys()].join(' '), {
        tokenize: (terms) => terms.split(' '),
        boost,
        boostTerm: (term) => weights.get(term) ?? 0,
        boostDocument: (name) => {
          const looks = byName.get(name as string)?.effect === 'read';
          return wants === undefined || looks === (wants === 'look') ? 1 : unwantedWeight;
        },
      });
      return hits.flatMap(({ id }) => byName.get(id as string) ?? []);
    },
  };
}

function toDocument(tool: ToolDefinition): Document {
  const { name, title, description, category } = tool;
  return { name, title, description, category, arguments: describeArguments(tool) };
}

/** A name is indexed as a whole and word by word. */
function toTerms(text: string, field: string | undefined, stem: Stem): string[] {
  const terms = toWords(text)
    .filter((word) => !stopWords.has(word))
    .map(stem);
  return field === 'name' ? [text, ...terms] : terms;
}

/** The names of a tool's arguments and what is said of each. */
function describeArguments(tool: ToolDefinition): string {
  const shape = shapeOf(tool.input());
  if (shape.type !== 'object') return '';
  return Object.entries(shape.properties)
    .map(([name, schema]) => `${name} ${describe(schema)}`)
    .join(' ');
}

function describe(schema: z.ZodType): string {
  let current: z.ZodType | undefined = schema;
  while (current && current.description === undefined) current = innerOf(current);
  return current?.description ?? '';
}
