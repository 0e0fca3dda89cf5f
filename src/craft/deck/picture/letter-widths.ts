/** Characters of the bundled typeface by their advance as a share of the font size: the widest of its three cuts, rounded up. */
const WIDTHS: readonly (readonly [width: number, characters: string])[] = [
  [0.25, '\'‘’'], [0.3, '.,;:·'], [0.35, 'ijl!'], [0.4, 'ft"()'], [0.45, 'I-'], [0.5, '1rsz“”/'], [0.55, '7ceJ?–'], [0.6, '35agovxy+'],
  [0.65, '24689bdhknpquFLSZ'], [0.7, '0EPTY'], [0.75, 'ABCVX'], [0.8, 'DGKNOQRU&%'], [0.85, 'w—'], [0.9, 'H'], [0.95, 'M…@'], [1, 'm'], [1.1, 'W'],
];
const BY_CHARACTER = new Map(WIDTHS.flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)));
/** The width of characters that are not in the table: ligatures, and letters whose accents cannot be split off. */
const OTHER = 1;

/** Width of a space as a share of the font size. */
export const SPACE = 0.27;

/** The estimated width of a word as a share of its font size. The real word is seldom wider, and on average a few per cent narrower. */
export const wordWidth = (word: string): number => [...word].reduce((sum, character) => (
  sum + (BY_CHARACTER.get(character) ?? BY_CHARACTER.get(character.normalize('NFKD')[0]!) ?? OTHER)), 0);
