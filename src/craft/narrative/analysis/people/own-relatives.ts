import type { Figure, Figures } from '../names/figures.js';
import { genderOfNoun } from '../names/names.js';
import { splitSentences } from '../language/sentences.js';
import type { Item } from '../speech/turns.js';

const MY_RELATIVE = /\b[Mm]y\s((?:\p{Ll}+\s)?)(mother|father|wife|husband|son|daughter|brother|sister|uncle|aunt|nephew|niece|cousin|grandfather|grandmother)(?![\p{L}-])/gu;
/** One of several: `my elder sister`. */
const ONE_OF_SEVERAL = /\b(?:elder|eldest|older|oldest|younger|youngest|other|second|late|dead)\s$/;

/**
 * The person whom the teller of a story calls `my sister` and, later, by a name. Only when the text has one relative and one named speaker of that sex, never
 * both in one sentence, and never the name before the relative.
 */
export function ownRelatives(items: readonly Item[], figures: Figures): Map<string, Figure> {
  const first = new Map<string, number>();
  const apart = new Set<Figure>();
  const seen = new Map<Figure, number>();
  for (const { index, narration } of items) {
    for (const { start, end } of splitSentences(narration)) {
      const sentence = narration.slice(start, end);
      const relatives = [...sentence.matchAll(MY_RELATIVE)];
      const named = figures.mentionsIn(sentence).map(({ figure }) => figure);
      for (const [, adjective = '', noun = ''] of relatives) if (!first.has(noun)) first.set(noun, ONE_OF_SEVERAL.test(adjective) ? Infinity : index);
      for (const figure of named) {
        if (!seen.has(figure)) seen.set(figure, index);
        if (relatives.length > 0) apart.add(figure);
      }
    }
  }
  const found = new Map<string, Figure>();
  for (const [noun, from] of first) {
    const sex = genderOfNoun(noun);
    if (sex === null || [...first.keys()].filter((other) => genderOfNoun(other) === sex).length > 1) continue;
    const [one, ...others] = figures.all.filter((figure) => figure.kind === 'name' && figure.gender === sex && (figure.tags > 0 || figure.mentions > 1));
    if (one && others.length === 0 && !apart.has(one) && one.title === null && (seen.get(one) ?? -1) >= from) found.set(noun, one);
  }
  return found;
}
