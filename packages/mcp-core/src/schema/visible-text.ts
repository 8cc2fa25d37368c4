/** How many hidden characters of one run are named; the rest is counted. */
const namedOfRun = 16;

/** Scripts whose spelling needs joiners between letters, as Persian and Malayalam do. */
const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Myanmar',
  'Khmer',
  'Tibetan',
];
const joining = `[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;

/** Characters that nobody sees and that belong to what stands beside them. */
const belonging = [
  // Emoji that are joined of several: a family, a profession.
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  // One variation selector behind the character that it varies; more of them could carry a message.
  String.raw`(?<=\p{Emoji}\p{Emoji_Modifier}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=\p{Ideographic})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
  // The flag of a region: a black flag and its code in tags.
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`(?<=${joining})[\u200c\u200d](?=${joining})`,
  String.raw`\r(?=\n)`,
].join('|');

const hiddenCharacter = String.raw`(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\ufff9-\ufffb]`;
const hidden = new RegExp(hiddenCharacter, 'u');
const pattern = new RegExp(`(${belonging})|(?:${hiddenCharacter})+`, 'gu');

/**
 * Text in which characters that act without being seen are written out, as in `‹U+202E›`: controls,
 * marks that turn the direction of text, zero-width and other ignorable characters, line separators,
 * halves of surrogate pairs. Newline and tab stay, and so do the joiners and variation selectors
 * that belong to an emoji or to the spelling of a language. A long run is counted instead of listed.
 */
export function makeVisible(text: string): string {
  if (!hidden.test(text)) return text;
  return text.replace(pattern, (run: string, belongs: string | undefined) =>
    belongs === undefined ? nameRun(run) : run,
  );
}

function nameRun(run: string): string {
  const characters = [...run];
  const named = characters.slice(0, namedOfRun).map(nameCharacter).join('');
  const others = characters.length - namedOfRun;
  return others > 0 ? `${named}‹and ${others} more›` : named;
}

function nameCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `‹U+${code.padStart(4, '0')}›`;
}
