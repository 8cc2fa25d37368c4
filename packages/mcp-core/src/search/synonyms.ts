/**
 * What people say for the words that tools use: from a tool's name, or words of names, to words and
 * phrases with commas between them. Endings do not matter: `delete` is `deleted`, too. In a phrase
 * `…` stands for up to four words, and `^` at its beginning for the beginning of the sentence:
 * `^give … role`.
 */
export type Synonyms = Readonly<Record<string, string>>;

/** English that is the same whatever the platform. */
export const genericSynonyms: Synonyms = {
  create: '^make, ^add, ^new, set up, ^open, ^start, ^build, set … up',
  delete: 'remove, erase, get rid of, take down, wipe, clear, purge, take … down',
  modify: `
    change, edit, update, adjust, set, rename, move, configure, switch, turn on, turn off, enable,
    disable, allow, lock, unlock`,
  edit: '^fix, ^correct, ^reword, ^update, ^change, typo',
  list: 'show, ^which, all, overview, every, everyone, everybody',
  get: 'details, look up, info, information, ^check, ^is, single, exactly',
  search: '^find, look for, ^look up',
  read: 'summarize, history, recap, catch … up',
  send: '^post, ^write, ^tell, ^publish, ^say, ^reply, ^answer, ^share',
  bulk: 'mass, at once, in one go, many',
};
