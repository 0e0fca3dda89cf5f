/** Words that alone say nothing about a place or a person. */
const SMALL_WORD = /^(?:a|an|the|of|in|on|at|by|to|and|near|with|his|her|their|my|our|its)$/iu;

/** True when a text contains all meaningful words of a phrase. */
export function isToldIn(phrase: string, text: string): boolean {
  const said = phrase.split(/[\s/—–-]+/u).map((word) => word.replace(/[’']s$/u, '').replaceAll(/[^\p{L}\p{N}.’'-]/gu, '')).filter((word) => word !== '' && !SMALL_WORD.test(word));
  const lower = text.toLowerCase();
  return said.length > 0 && said.every((word) => lower.includes(word.toLowerCase()));
}
