import type { Budget } from '../budget.ts';

/** Orders texts by their Unicode code points, as JMESPath wants. UTF-16 units have another order. */
export function compareText(left: string, right: string, budget: Budget): number {
  const shared = Math.min(left.length, right.length);
  let index = 0;
  while (index < shared && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  budget.spend(1 + (index >>> 4));
  if (index === shared) return left.length - right.length;
  const isInside = isPair(left, index) || isPair(right, index);
  const at = isInside ? index - 1 : index;
  return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
}

/** Characters of a text as people count them: a pair of surrogates is one. */
export function countCodePoints(text: string, budget: Budget): number {
  budget.read(text);
  let pairs = 0;
  for (let index = 1; index < text.length; index += 1) {
    if (isPair(text, index)) {
      pairs += 1;
      index += 1;
    }
  }
  return text.length - pairs;
}

/** A text backwards, with pairs of surrogates kept whole. */
export function reverseText(text: string, budget: Budget): string {
  budget.spend(1 + (text.length >>> 2));
  budget.write(text.length);
  const pieces: string[] = [];
  let end = text.length;
  while (end > 0) {
    const start = Math.max(0, end - 4096);
    const cut = start > 0 && isPair(text, start) ? start + 1 : start;
    pieces.push(reversePiece(text, cut, end));
    end = cut;
  }
  return pieces.join('');
}

function reversePiece(text: string, start: number, end: number): string {
  const units = new Uint16Array(end - start);
  for (let index = start; index < end; index += 1) {
    units[end - 1 - index] = text.charCodeAt(index);
  }
  for (let index = start + 1; index < end; index += 1) {
    if (!isPair(text, index)) continue;
    units[end - 1 - index] = text.charCodeAt(index - 1);
    units[end - index] = text.charCodeAt(index);
  }
  return String.fromCharCode.apply(null, units as unknown as number[]);
}

/** True if the units at `index - 1` and `index` are one code point. */
function isPair(text: string, index: number): boolean {
  const low = text.charCodeAt(index);
  if (low < 0xdc00 || low > 0xdfff) return false;
  const high = text.charCodeAt(index - 1);
  return high >= 0xd800 && high <= 0xdbff;
}
