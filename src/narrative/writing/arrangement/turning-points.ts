import { splitSentences } from '../../analysis/language/sentences.js';
import { thesisSpan } from '../../analysis/digest/thesis.js';
import type { Item, Material } from '../material/items.js';

/** Phrases with which a text marks that something changes or comes to light. */
const TURNS: readonly (readonly [RegExp, number])[] = [
  [/^(?:It was|It is) (?:not )?(?:an? |the |only |\p{Lu})[^,.;]{2,60} (?:who|that) /u, 1],
  [/^(?:What (?:nobody|no one|everybody)\b|What (?:the \p{L}+|they|we|I) (?:showed|found|saw|did|had|meant|learned|discovered)\b|Only (?:when|then|after|in|at)\b|Not until\b|It was (?:only|not until)\b)/u, 1],
  [/\b(?:the truth|dawned (?:on|upon)|turned out|came to light|the (?:answer|explanation|secret|solution) (?:was|came|lay|is))\b/iu, 1.1],
  [/\bthe (?:cause|reason) (?:was|lay|is)\b|\b(?:nobody|no one) (?:could|knew|had)\b/iu, 0.5],
  [/\b(?:suddenly|all at once|in an instant|at last|for the first time|to my (?:surprise|astonishment|horror)|unexpected(?:ly)?)\b/iu, 0.55],
  [/\b(?:was|were|had) (?:gone|vanished|stolen|lost|dead|missing|disappeared|drowned|killed|refused|wrong)\b/iu, 0.7],
  [/\b(?:discovered|realised|realized|understood|decided|confessed|refused|betrayed|escaped|returned|resigned)\b/iu, 0.3],
  [/^(?:But|Yet|However|Then|In fact|Instead)\b/u, 0.25],
  [/![”"’]?$/u, 0.3],
];
/** Before and after these shares of a text a turn is its premise or its aftermath. */
const MIDDLE = { from: 0.03, to: 0.93 };

/** How strongly an item marks a turning point, 0 to about 2. */
function turnOf(item: Item, from: number, length: number): number {
  const sentences = splitSentences(item.text).map((span) => item.text.slice(span.start, span.end));
  const marks = Math.max(0, ...sentences.map((sentence) => TURNS.reduce((sum, [pattern, weight]) => sum + (pattern.test(sentence) ? weight : 0), 0)));
  const at = (item.start - from) / Math.max(1, length);
  return marks * (at >= MIDDLE.from && at <= MIDDLE.to ? 1 : 0.3) * (item.kind === 'line' ? 0.6 : 1)
    * (0.5 + 0.5 * item.salience) * (0.8 + 0.4 * at);
}

const MAX_TURNS = 3;
const MIN_TURN = 0.4;
/** Two turns of one text are at least this share of it apart. */
const TURN_DISTANCE = 0.08;

/** Positions of the items that a selection should hold, the most important first: turning points and the thesis. */
export function turningPoints(material: Material): number[] {
  let found = known.get(material);
  if (!found) known.set(material, found = findTurningPoints(material));
  return found;
}

/** A script is written several times from the same material. */
const known = new WeakMap<Material, number[]>();

function findTurningPoints({ items, analysis }: Material): number[] {
  const from = items[0]?.start ?? 0;
  const length = (items.at(-1)?.end ?? 1) - from;
  const found: number[] = [];
  const marked = items.map((item, at) => ({ at, weight: turnOf(item, from, length) })).filter(({ weight }) => weight >= MIN_TURN);
  for (const { at } of marked.sort((a, b) => b.weight - a.weight || a.at - b.at)) {
    if (found.length >= MAX_TURNS) break;
    if (found.every((other) => Math.abs(items[other]!.start - items[at]!.start) > length * TURN_DISTANCE)) found.push(at);
  }
  const thesis = thesisSpan(analysis);
  const stated = thesis ? items.findIndex((item) => item.start < thesis.end && item.end > thesis.start) : -1;
  if (stated >= 0 && !found.includes(stated)) found.splice(1, 0, stated);
  return found;
}

const NAME = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?/gu;
/** A name that is heard less often needs no introduction. */
const MIN_MENTIONS = 4;

/**
 * For every item, how much it introduces: names of the whole text that are said here for the first time. The last words
 * about the main person count as much.
 */
export function introductions(items: readonly Item[]): number[] {
  const mentions = new Map<string, number>();
  const first = new Map<string, number>();
  items.forEach((item, at) => {
    for (const [name] of item.text.matchAll(NAME)) {
      mentions.set(name, (mentions.get(name) ?? 0) + 1);
      if (!first.has(name)) first.set(name, at);
    }
  });
  const worth = items.map(() => 0);
  const main = [...mentions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
  // Where the text last tells of its main person, that story ends.
  const last = main && main[1] >= MIN_MENTIONS * 2 ? items.findLastIndex(({ text }) => text.includes(main[0])) : -1;
  if (last >= 0) worth[last]! += Math.log2(main![1]);
  for (const [name, at] of first) {
    const count = mentions.get(name)!;
    if (count >= MIN_MENTIONS) worth[at]! += Math.log2(count) - 1;
  }
  return worth;
}
