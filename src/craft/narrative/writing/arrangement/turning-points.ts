import { remembered } from '../../remembered.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { thesisSpan } from '../../analysis/digest/thesis.js';
import type { Item, Material } from '../material/items.js';
import { matchesOf } from '../../../patterns/matches.js';

/** Phrases by which a text marks a change or a revelation. */
const TURNS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:strange(?:st|r)?|odd(?:est|ly)?|surpris\p{Ll}+|astonish\p{Ll}+|paradox\p{Ll}*|absurd|counter-?intuitive|perverse(?:ly)?|bizarre|improbable|unlikely|curious(?:ly)?|hard(?:est)? to believe|sounds? (?:wrong|mad|backwards?|like a joke))\b/iu, 0.7],
  [/\b(?:the (?:opposite|reverse|contrary)|the other way (?:round|around)|rather than the|you (?:would|might) (?:expect|think|suppose)|(?:one|most people|everybody|everyone) (?:would |might )?(?:expects?|thinks?|assumes?|supposes?|expected|thought|assumed)|not what (?:anybody|anyone|we|they|you)|exactly (?:backwards|wrong)|against (?:all )?(?:expectation|intuition))\b/iu, 0.7],
  [/^(?:It was|It is) (?:not )?(?:an? |the |only |\p{Lu})[^,.;]{2,60} (?:who|that) /u, 1],
  [/^(?:What (?:nobody|no one|everybody)\b|What (?:the \p{L}+|they|we|I) (?:showed|found|saw|did|had|meant|learned|discovered)\b|Only (?:when|then|after|in|at)\b|Not until\b|It was (?:only|not until)\b)/u, 1],
  [/\b(?:the truth|dawned (?:on|upon)|turned out(?! (?:into|of|to graze|on)\b)|came to light|the (?:answer|explanation|secret|solution) (?:was|came|lay|is))\b/iu, 1.1],
  [/\bthe (?:cause|reason) (?:was|lay|is)\b|\b(?:nobody|no one) (?:could|knew|had)\b/iu, 0.5],
  [/\b(?:suddenly|all at once|in an instant|at last|for the first time|to (?:my|our|his|her|their) (?:\p{L}+ )?(?:surprise|astonishment|horror|dismay|amazement)|unexpected(?:ly)?)\b/iu, 0.55],
  [/\b(?:had|was|were) not (?:been )?\p{Ll}+(?:ed|en)[.]$/u, 0.6],
  [/^Never (?:before|in|had|was|did)\b/u, 0.5],
  [/\b(?:was|were|had) (?:gone|vanished|stolen|lost|dead|missing|disappeared|drowned|killed|refused|wrong)\b/iu, 0.7],
  [/\b(?:discovered|realised|realized|understood|decided|confessed|refused|betrayed|escaped|returned|resigned)\b/iu, 0.3],
  [/^(?:But|Yet|However|Then|In fact|Instead)\b/u, 0.25],
  [/![”"’]?$/u, 0.3],
];
/** A turn before the first or after the second share of a text is its premise or its aftermath. */
const MIDDLE = { from: 0.02, to: 0.93 };

/** How strongly words mark a turn or a surprise, 0 to about 2. */
export const surpriseOf = remembered((text): number => TURNS.reduce((sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0), 0));

/** An item with more words contains such phrases by chance, so they count for less. */
const LONG_WORDS = 55;
const LONG_SHARE = 0.6;

/** How strongly an item marks a turning point, 0 to about 2. */
function turnOf(item: Item, from: number, length: number, narrator: string | null): number {
  const sentences = splitSentences(item.text).map((span) => item.text.slice(span.start, span.end));
  const marks = Math.max(0, ...sentences.map(surpriseOf));
  const at = (item.start - from) / Math.max(1, length);
  return marks * (at >= MIDDLE.from && at <= MIDDLE.to ? 1 : 0.3) * (item.kind === 'line' && item.speaker !== narrator ? 0.6 : 1)
    * (0.5 + 0.5 * item.salience) * (0.8 + 0.4 * at) * (item.words > LONG_WORDS ? LONG_SHARE : 1);
}

const MAX_TURNS = 3;
const MIN_TURN = 0.4;
/** The smallest distance between two turns, as a share of the text. */
const TURN_DISTANCE = 0.08;

/** Positions of the items that a selection should contain, the most important first: turning points, the thesis and the main person's story. */
export function turningPoints(material: Material): number[] {
  let found = known.get(material);
  if (!found) known.set(material, found = findTurningPoints(material));
  return found;
}

/** Cached, because a script is written several times from the same material. */
const known = new WeakMap<Material, number[]>();

function findTurningPoints({ items, analysis }: Material): number[] {
  const from = items[0]?.start ?? 0;
  const length = (items.at(-1)?.end ?? 1) - from;
  const found: number[] = [];
  const marked = items.map((item, at) => ({ at, weight: turnOf(item, from, length, analysis.narrator) })).filter(({ weight }) => weight >= MIN_TURN);
  for (const { at } of marked.sort((a, b) => b.weight - a.weight || a.at - b.at)) {
    if (found.length >= MAX_TURNS) break;
    if (found.every((other) => Math.abs(items[other]!.start - items[at]!.start) > length * TURN_DISTANCE)) found.push(at);
  }
  const thesis = thesisSpan(analysis);
  const stated = thesis ? items.findIndex((item) => item.start < thesis.end && item.end > thesis.start) : -1;
  const main = mainPerson(items);
  // The first and the last words about the main person begin and end a story that runs through the text.
  const story = main && main.last > items.length / 2 ? [main.last, main.first] : [];
  return [...new Set([...found.slice(0, 1), ...(stated >= 0 ? [stated] : []), ...story, ...found])];
}

const NAME = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?/gu;
/** A name with fewer mentions needs no introduction. */
const MIN_MENTIONS = 4;

/** Words that come before the name of a people, a ship or a place, but seldom before that of a person. */
const NO_PERSON_BEFORE = /\b(?:[Tt]h(?:e|ese|ose)\s(?:\p{L}+\s)?|(?:[Ii]n|[Aa]t|[Nn]ear|[Oo]ff|[Rr]ound|[Ff]rom|[Oo]n|[Aa]n?)\s)$/u;

interface Mentions { count: number; first: number; last: number; withArticle: number }

/** The names that occur inside the sentences of a text, each with the number of its mentions and the first and last item that contains it. */
function mentionsIn(items: readonly Item[]): Map<string, Mentions> {
  const mentions = new Map<string, Mentions>();
  items.forEach(({ text }, at) => {
    for (const { 0: name, index } of matchesOf(text, NAME)) {
      const known = mentions.get(name) ?? { count: 0, first: at, last: at, withArticle: 0 };
      const withArticle = known.withArticle + (NO_PERSON_BEFORE.test(text.slice(0, index)) ? 1 : 0);
      mentions.set(name, { ...known, count: known.count + 1, withArticle });
    }
  });
  for (const [name, known] of mentions) {
    known.first = items.findIndex(({ text }) => text.includes(name));
    known.last = items.findLastIndex(({ text }) => text.includes(name));
  }
  return mentions;
}

/**
 * The person whom a long text names most. Names of peoples, ships or places, which follow an article or a preposition, do not count. Null when no name is
 * frequent enough.
 */
function mainPerson(items: readonly Item[]): (Mentions & { name: string }) | null {
  const [main] = [...mentionsIn(items)].filter(([, { count, withArticle }]) => withArticle < count / 3)
    .sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1));
  return main && main[1].count >= MIN_MENTIONS * 2 ? { name: main[0], ...main[1] } : null;
}

/** For each item, true when it names the main person of a long text. */
export function aboutMainPerson(items: readonly Item[]): boolean[] {
  const main = mainPerson(items);
  return items.map(({ text }) => main !== null && text.includes(main.name));
}

/** How much each item introduces: names that the text uses often and mentions here for the first time. */
export function introductions(items: readonly Item[]): number[] {
  const worth = items.map(() => 0);
  for (const { count, first } of mentionsIn(items).values()) if (count >= MIN_MENTIONS) worth[first]! += Math.log2(count) - 1;
  return worth;
}
