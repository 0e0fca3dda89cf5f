import type { Figure, Figures } from '../names/figures.js';
import { genderOfNoun } from '../names/names.js';
import { splitSentences } from '../language/sentences.js';
import type { Tag } from '../speech/tags.js';
import type { Item } from '../speech/turns.js';
import { parseDescription } from './descriptions.js';

const MY_RELATIVE = /\b[Mm]y\s((?:\p{Ll}+\s)?)(mother|father|wife|husband|son|daughter|brother|sister|uncle|aunt|nephew|niece|cousin|grandfather|grandmother)(?![\p{L}-])/gu;
const MY = /^[Mm]y\s/;
/** One of several: `my elder sister`. */
const ONE_OF_SEVERAL = /\b(?:elder|eldest|older|oldest|younger|youngest|other|second|late|dead)\s$/;

/**
 * The person whom the teller of a story calls `my sister` and, later, by a name. Only when the text has one relative and one named speaker of that sex, never
 * both in one sentence, never the name before the relative, and when the two do not speak as two people do.
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
    if (!one || others.length > 0 || apart.has(one) || one.title !== null || (seen.get(one) ?? -1) < from) continue;
    if (!speakAsTwo(items, noun, one, figures)) found.set(noun, one);
  }
  return found;
}

/** True when the relative has a turn right beside one of the named person, or any turn after a speech tag has given the name. */
function speakAsTwo(items: readonly Item[], noun: string, named: Figure, figures: Figures): boolean {
  const tags = items.map(({ turn }) => turn?.tag);
  const isNamed = (tag?: Tag | null): boolean => tag?.kind === 'name' && figures.find(tag.subject) === named;
  const from = tags.findIndex((tag) => isNamed(tag) && tag?.how !== 'beat');
  return tags.some((tag, at) => tag && MY.test(tag.subject) && parseDescription(tag.subject).noun === noun
    && ((from >= 0 && at > from) || isNamed(tags[at - 1]) || isNamed(tags[at + 1])));
}
