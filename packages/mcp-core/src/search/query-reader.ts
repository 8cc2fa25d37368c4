import { type FoundPhrase, PhraseBook, type Sentence } from './phrase-book.ts';
import { correctWord } from './spelling.ts';
import type { Synonyms } from './synonyms.ts';
import {
  changeWords,
  fillers,
  lookWords,
  prepositions,
  type Stem,
  stopWords,
  toWords,
} from './words.ts';

/** What a sentence asks for. */
export interface Query {
  /** Terms to look for, each with its weight. */
  readonly weights: ReadonlyMap<string, number>;
  /** Whether it wants to look at something or to change something, if its first words tell. */
  readonly wants: 'look' | 'change' | undefined;
}

/** What a phrase's meaning counts by the number of its words, beside 1 for a word itself. */
const phraseWeights = [0.7, 1.2, 1.7, 2.1] as const;
/** What a word behind a preposition counts: it says where or what for, not what. */
const placeWeight = 0.5;
/** What a phrase counts whose gap leaps over a preposition. */
const leapWeight = 0.4;
/** Words that are looked at; a sentence has no more, and only some writing systems unfold to more. */
const mostWords = 200;

/** Turns sentences into terms, with what their words may mean. */
export class QueryReader {
  readonly #book: PhraseBook;
  readonly #stem: Stem;
  readonly #known: ReadonlySet<string>;
  readonly #knownStems: ReadonlySet<string>;

  /** @param vocabulary the words that tools use, for misspelt ones to be corrected to */
  constructor(synonyms: readonly Synonyms[], vocabulary: Iterable<string>, stem: Stem) {
    this.#book = new PhraseBook(synonyms, stem);
    this.#stem = stem;
    this.#known = new Set([
      ...vocabulary,
      ...this.#book.words,
      ...[stopWords, fillers, prepositions, lookWords, changeWords].flatMap((words) => [...words]),
    ]);
    this.#knownStems = new Set([...this.#known].map(stem));
  }

  /** Reads one sentence. */
  read(text: string): Query {
    const sentence = this.#split(text);
    const { words, stems, begin } = sentence;
    const place = words.findIndex((word, index) => index > begin && prepositions.has(word));
    const behind = place < 0 ? words.length : place;
    const phrases = this.#book.findIn(sentence);
    const weights = new Map<string, number>();
    const add = (term: string, weight: number) =>
      weights.set(term, addWeights(weights.get(term) ?? 0, weight));
    for (const phrase of phrases) {
      for (const term of phrase.means) add(term, weighPhrase(phrase, stems, behind));
    }
    const replaced = findReplaced(phrases);
    for (const [index, stem] of stems.entries()) {
      if (replaced.has(index) || stopWords.has(words[index] as string)) continue;
      add(stem, index > behind ? placeWeight : 1);
    }
    return { weights, wants: wantsOf(words[begin], words[begin + 1]) };
  }

  #split(text: string): Sentence {
    const words = toWords(text)
      .slice(0, mostWords)
      .map((word) =>
        this.#knownStems.has(this.#stem(word)) ? word : correctWord(word, this.#known),
      );
    const begin = words.findIndex((word) => !fillers.has(word));
    return { words, stems: words.map(this.#stem), begin: Math.max(begin, 0) };
  }
}

function weighPhrase(
  { said, start, end }: FoundPhrase,
  stems: readonly string[],
  behind: number,
): number {
  const own = phraseWeights[Math.min(said.length, phraseWeights.length) - 1] ?? 0;
  const leaps = start <= behind && behind < end && !said.includes(stems[behind] as string);
  return leaps ? own * leapWeight : own;
}

/** Two things that are said and mean the same are surer than one, and less than twice as sure. */
function addWeights(one: number, other: number): number {
  return Math.max(one, other) + 0.3 * Math.min(one, other);
}

/** The positions of words that mean nothing by themselves: those of phrases without gaps. */
function findReplaced(phrases: readonly FoundPhrase[]): ReadonlySet<number> {
  const unbroken = phrases.filter(
    ({ said, start, end }) => said.length > 1 && said.length === end - start,
  );
  return new Set(
    unbroken.flatMap(({ said, start }) => said.map((_word, offset) => start + offset)),
  );
}

function wantsOf(first = '', second = ''): Query['wants'] {
  if (changeWords.has(first) || (first === 'get' && second === 'rid')) return 'change';
  return lookWords.has(first) ? 'look' : undefined;
}
