import type { Token } from './tokens.js';

/**
 * A word with a second pronunciation that no part of speech decides. `before` and `after` are the neighbouring words that call for it, `unless` rules it out,
 * and `says` is its respelling.
 */
interface Homograph { word: RegExp; before?: RegExp; after?: RegExp; unless?: RegExp; says: string }

/** Words on each side that are looked at. */
const REACH = 4;
const OWNER = '(?:a|an|the|his|her|my|your|our|their|this|that|these|those)';

const HOMOGRAPHS: readonly Homograph[] = [
  { word: /^bow$/, unless: /\b(?:arrows?|violin|fiddle|strings?|tie|ties|ribbons?|hair|archers?|quiver|bent|window|street|legged)\b/, says: 'bow' },
  { word: /^bows$/, unless: /\b(?:arrows?|violin|fiddle|strings?|ties?|ribbons?|hair|archers?|pink|blue|silk)\b/, says: 'bowz' },
  { word: /^lead$/, after: /^(?:pipes?|pencils?|bullets?|shot|weights?|lining|roofs?|paint|coffin|mines?|ore|foil|glass|sinkers?)\b/, says: 'led' },
  { word: /^lead$/, before: /\b(?:of|like|as|molten|melted|sheet|white|red|black)$/, unless: /\blead (?:a|an|the|to|me|us|him|her|them|you|it|role|part)\b/, says: 'led' },
  { word: /^row$/, before: /\b(?:such a|(?:had|have|having|made|make|making|kick up|kicked up) an? ?(?:\w+ly |terrible |great |regular |devil of a )?)$/, unless: /\brow of\b/, says: 'row' },
  { word: /^aged$/, before: new RegExp(`\\b${OWNER}$`), after: /^(?!and |about |between |in |from )[a-z]/, says: 'AY-jihd' },
  { word: /^learned$/, before: new RegExp(`\\b(?:${OWNER}|most|very|so|more)$`), after: /^(?!to |that |how |it |the |from |of |by |in |at |what )[a-z]/, says: 'LER-nihd' },
  { word: /^blessed$/, before: /\b(?:the|that|this|every|whole|a)$/, says: 'BLESS-ihd' },
  { word: /^blessed$/, after: /^(?:are|be|is|virgin|saviour|lord)\b/, says: 'BLESS-ihd' },
  { word: /^winds$/, before: /\b(?:roads?|path|river|way|stream|street|track|stairs?|staircase|lane|valley|it|he|she|which)$/, says: 'wyndz' },
];

const isEnd = ({ kind, text }: Token): boolean => kind === 'mark' && '.?!;:—…'.includes(text);
const wordsOf = (tokens: readonly Token[]): string => tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text.toLowerCase()).join(' ');

/** Up to `REACH` words before the index and after it, within the same clause. */
function clauseAround(tokens: readonly Token[], index: number): [before: string, after: string] {
  const before = tokens.slice(Math.max(0, index - REACH), index);
  const after = tokens.slice(index + 1, index + 1 + REACH);
  const end = after.findIndex(isEnd);
  return [wordsOf(before.slice(before.findLastIndex(isEnd) + 1)), wordsOf(end < 0 ? after : after.slice(0, end))];
}

/** The respelling of a word whose neighbours call for its rarer pronunciation; else null. */
export function findHomograph(tokens: readonly Token[], index: number): string | null {
  const lower = tokens[index]!.text.toLowerCase();
  const candidates = HOMOGRAPHS.filter(({ word }) => word.test(lower));
  if (candidates.length === 0) return null;
  const [before, after] = clauseAround(tokens, index);
  const around = `${before} ${lower} ${after}`;
  const found = candidates.find((one) => (
    (!one.before || one.before.test(before)) && (!one.after || one.after.test(after)) && !one.unless?.test(around)));
  return found?.says ?? null;
}
