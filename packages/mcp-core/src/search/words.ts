/** Reduces a word to its stem. */
export type Stem = (word: string) => string;

/** Longest word that is looked at; nothing that tools are called is longer. */
const longestWord = 40;

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Words that every sentence has. */
export const stopWords: ReadonlySet<string> = setOf(
  'a an and any are as at be been by can could did do does for from had has have he her him his how i if in into is it its just lets me my of on or our out please she so some someone somebody something than that the their them then there these they this those to us want was we were what which who will with would you your',
);

/** Words with which a sentence may begin before it says anything. */
export const fillers: ReadonlySet<string> = setOf(
  'can could do hey hi help how i id im like lets me need please to us want we would you',
);

/** Words behind which it is said where, what for or to whom. */
export const prepositions: ReadonlySet<string> = setOf(
  'about after at because before behind by during for from in into on since so that through to under while with',
);

/** First words of a sentence that asks for something to look at. */
export const lookWords: ReadonlySet<string> = setOf(
  'are catch check count does did display find get how info is list look lookup read search see show summarize view was what when where which who whose why',
);

/** First words of a sentence that asks for a change. */
export const changeWords: ReadonlySet<string> = setOf(
  'add allow announce answer archive assign award ban block boot call cancel change clean clear close continue correct create delete demote disconnect edit erase fix forbid forgive give grant hand hide invite keep kick let lift lock make modify move mute open pardon pin ping plan post postpone promote prune publish purge put react remind remove rename reopen reply reschedule revoke schedule send set silence stick stop strip take tell throw timeout turn unban unlock unmute unpin update welcome wipe write',
);

/** The words of a text, in lower case; an emoji is the word `emoji`. */
export function toWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/['’]/g, '');
  const found = plain.match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [];
  return found.map((word) =>
    /^\p{Extended_Pictographic}$/u.test(word) ? 'emoji' : word.slice(0, longestWord),
  );
}
