import type { Budget } from '../budget.ts';

/** Beyond this length a crafted text makes the built-in search slow. */
const shortSearch = 32;

/** True if a text holds another. Takes time linear in both, whatever they are. */
export function findText(text: string, search: string, budget: Budget): boolean {
  budget.read(text);
  if (search.length <= shortSearch) return text.includes(search);
  if (search.length > text.length) return false;
  budget.spend((text.length + search.length) >>> 3);
  return knuthMorrisPratt(text, search);
}

function knuthMorrisPratt(text: string, search: string): boolean {
  const borders = findBorders(search);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && search.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (search.charCodeAt(matched) === unit) matched += 1;
    if (matched === search.length) return true;
  }
  return false;
}

/** For each prefix of a text: the length of its longest proper prefix that is also its end. */
function findBorders(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let border = 0;
  for (let index = 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (border > 0 && text.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === unit) border += 1;
    borders[index] = border;
  }
  return borders;
}
