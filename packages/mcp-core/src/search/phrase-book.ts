import type { Synonyms } from './synonyms.ts';
import { type Stem, stopWords, toWords } from './words.ts';

/** Words that a `…` may stand for at most; words that every sentence has do not count. */
const longestGap = 4;

/** A phrase of the book that stands in a sentence. */
export interface FoundPhrase {
  /** The terms that it means. */
  readonly means: readonly string[];
  /** Its words without gaps. */
  readonly said: readonly string[];
  /** Its first word's position in the sentence, and the one behind its last word. */
  readonly start: number;
  readonly end: number;
}

interface Phrase {
  /** Stems; null is a gap. */
  readonly parts: readonly (string | null)[];
  readonly atStart: boolean;
  readonly means: readonly string[];
}

/** A sentence, word by word. */
export interface Sentence {
  readonly words: readonly string[];
  readonly stems: readonly string[];
  /** Where it begins to say something. */
  readonly begin: number;
}

/** Finds what is said for the words of tools. */
export class PhraseBook {
  /** Every word of every phrase. */
  readonly words = new Set<string>();
  readonly #stem: Stem;
  readonly #byFirstStem = new Map<string, Phrase[]>();

  constructor(synonyms: readonly Synonyms[], stem: Stem) {
    this.#stem = stem;
    for (const [key, phrases] of synonyms.flatMap((one) => Object.entries(one))) {
      // The index holds each tool's name as a whole, too.
      const means = key.includes('_') ? [key] : toWords(key).map(stem);
      for (const phrase of phrases.split(',')) this.#learn(phrase.trim(), means);
    }
  }

  #learn(phrase: string, means: readonly string[]): void {
    const sections = phrase.split('…').map(toWords);
    for (const word of sections.flat()) this.words.add(word);
    const parts = sections.flatMap((section, index) => [
      ...(index > 0 ? [null] : []),
      ...section.map(this.#stem),
    ]);
    const [first] = parts;
    if (typeof first !== 'string') throw new TypeError(`"${phrase}" does not begin with a word.`);
    const known = this.#byFirstStem.get(first) ?? [];
    known.push({ parts, atStart: phrase.startsWith('^'), means });
    this.#byFirstStem.set(first, known);
  }

  /** Every phrase that stands in a sentence. */
  findIn(sentence: Sentence): FoundPhrase[] {
    return sentence.stems.flatMap((stem, start) =>
      (this.#byFirstStem.get(stem) ?? [])
        .filter(({ atStart }) => !atStart || start === sentence.begin)
        .flatMap(({ parts, means }) => {
          const end = findEnd(parts, sentence, start);
          const said = parts.filter((part) => part !== null);
          return end === undefined ? [] : [{ means, said, start, end }];
        }),
    );
  }
}

function findEnd(
  parts: readonly (string | null)[],
  { words, stems }: Sentence,
  start: number,
): number | undefined {
  let at = start;
  let room = 0;
  for (const part of parts) {
    if (part === null) {
      room = longestGap;
      continue;
    }
    while (stems[at] !== part) {
      const word = words[at];
      if (word === undefined || room === 0) return undefined;
      if (!stopWords.has(word)) room -= 1;
      at += 1;
    }
    at += 1;
    room = 0;
  }
  return at;
}
