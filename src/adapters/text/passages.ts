/** Stands where words of the text were left out. */
const GAP = '\n\n[…]\n\n';
const MAX_PASSAGES = 8;
/** A shorter passage says little; a small budget buys fewer passages instead. */
const MIN_PASSAGE_CHARACTERS = 1_500;

/** Where a text may be cut, the best places first: after a paragraph, a sentence, a word. */
const BREAKS = [/\n\s*\n\s*/gu, /[.!?…。]["”’)\]]*\s+/gu, /\s+/gu];

/** Never between the halves of a surrogate pair. */
const betweenCharacters = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
};

/** Ends of all breaks of the best kind that occurs between two positions. */
function breaksIn(text: string, from: number, to: number): number[] {
  const part = text.slice(from, to);
  for (const pattern of BREAKS) {
    const found = [...part.matchAll(pattern)].map(({ index, 0: words }) => from + index + words.length);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The text, or when it is longer than `budget` whole paragraphs from up to eight stretches spread evenly over it, its beginning and its
 * end among them. Never longer than `budget`; where no paragraph ends near, a sentence is kept whole, else a word.
 */
export function passagesOf(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const count = Math.max(1, Math.min(MAX_PASSAGES, Math.floor(budget / MIN_PASSAGE_CHARACTERS)));
  const size = Math.floor((budget - (count - 1) * GAP.length) / count);
  const passages = Array.from({ length: count }, (_, index) => {
    const first = count === 1 ? 0 : Math.floor((text.length - size) * (index / (count - 1)));
    const [middle, last] = [first + Math.floor(size / 2), first + size];
    const from = index === 0 ? 0 : breaksIn(text, first, middle)[0] ?? betweenCharacters(text, first);
    const to = last >= text.length ? text.length : breaksIn(text, middle, last).at(-1) ?? betweenCharacters(text, last);
    return text.slice(from, to).trim();
  });
  return passages.join(GAP);
}
