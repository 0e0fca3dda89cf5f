/** The order of letters on a line that holds words from right to left, and the joined forms of Arabic letters. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«', '‹': '›', '›': '‹',
};

type Kind = 'left' | 'right' | 'digit' | 'other';
const isDigit = (character: string): boolean => /\p{Nd}/u.test(character);
const isMark = (character: string): boolean => /\p{M}/u.test(character);

function kindOf(character: string): Kind {
  if (isDigit(character)) return 'digit';
  if (!/\p{L}/u.test(character)) return 'other';
  return RIGHT_TO_LEFT.test(character) ? 'right' : 'left';
}

/** True if the text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

const strongKinds = (text: string): Kind[] => [...text].map(kindOf).filter((kind) => kind === 'left' || kind === 'right');
const isMostlyRight = (kinds: readonly Kind[]): boolean => kinds.filter((kind) => kind === 'right').length * 2 > kinds.length;

/** True if the first letter of a text in the order of reading is written from right to left, and so the line. */
export const startsRightToLeft = (text: string): boolean => strongKinds(text)[0] === 'right';

/** The level of each kind: odd ones run from right to left. A neutral takes the level that both neighbours have, else that of the line. */
function levelsOf(kinds: readonly Kind[], base: 0 | 1): number[] {
  const levels: (number | null)[] = [];
  let inRight = base === 1;
  kinds.forEach((kind) => {
    if (kind === 'left' || kind === 'right') inRight = kind === 'right';
    levels.push(kind === 'other' ? null : kind === 'right' ? 1 : kind === 'digit' && inRight ? 2 : base * 2);
  });
  const side = (level: number | null | undefined, kind: Kind | undefined): number =>
    (level === undefined || level === null ? base : kind === 'left' || level === 0 ? 0 : 1);
  for (let at = 0; at < levels.length;) {
    let end = at + 1;
    if (levels[at] === null) {
      while (end < levels.length && levels[end] === null) end += 1;
      const inNumber = end === at + 1 && kinds[at - 1] === 'digit' && kinds[end] === 'digit';
      const [before, after] = [side(levels[at - 1], kinds[at - 1]), side(levels[end], kinds[end])];
      const given = inNumber ? levels[at - 1]! : before !== after ? base : before === 1 ? 1 : base * 2;
      levels.fill(given, at, end);
    }
    at = end;
  }
  return levels.map((level) => level ?? base);
}

/**
 * Orders the characters of a line as they stand from left to right, brackets turned where they run the other way. The same steps bring
 * characters in the order of the page back into the order of reading. Marks stay behind their letter.
 */
export function reordered<T extends { character: string }>(line: readonly T[], base: 0 | 1): T[] {
  const clusters: T[][] = [];
  for (const one of line) {
    if (isMark(one.character) && clusters.length > 0) clusters.at(-1)!.push(one);
    else clusters.push([one]);
  }
  const levels = levelsOf(clusters.map(([first]) => kindOf(first!.character)), base);
  let order = clusters.map((cluster, at) => ({ cluster, level: levels[at]! }));
  for (let level = 2; level >= 1; level -= 1) {
    const next: typeof order = [];
    for (let at = 0; at < order.length;) {
      let end = at + 1;
      if (order[at]!.level >= level) {
        while (end < order.length && order[end]!.level >= level) end += 1;
        next.push(...order.slice(at, end).reverse());
      } else next.push(order[at]!);
      at = end;
    }
    order = next;
  }
  return order.flatMap(({ cluster, level }) =>
    (level % 2 === 1 ? cluster.map((one) => ({ ...one, character: MIRRORED[one.character] ?? one.character })) : cluster));
}

const textOf = (line: readonly { character: string }[]): string => line.map(({ character }) => character).join('');
const charactersOf = (text: string): { character: string }[] => Array.from(text, (character) => ({ character }));

/** A text in the order of the page, for a piece of text that a PDF reader has put in the order of reading. */
export const toPageOrder = (text: string): string => textOf(reordered(charactersOf(text), isMostlyRight(strongKinds(text)) ? 1 : 0));

/** A text in the order of reading, for one in the order of the page. */
export function toReadingOrder(text: string): string {
  const kinds = strongKinds(text);
  // With a letter of the one kind at the left and of the other at the right, both orders are possible.
  const isRight = kinds[0] === 'right' || (kinds.at(-1) === 'right' && isMostlyRight(kinds));
  return textOf(reordered(charactersOf(text), isRight ? 1 : 0));
}
