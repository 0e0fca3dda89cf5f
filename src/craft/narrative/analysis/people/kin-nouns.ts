import type { Figure, Figures } from '../names/figures.js';
import type { Item } from '../speech/turns.js';
import { parseDescription } from './descriptions.js';

const KIN_NOUN = 'mother|father|mamma|mama|papa|wife|husband|son|daughter|brother|sister|uncle|aunt|nephew|niece|cousin|grandfather|grandmother|grandson|' +
  'granddaughter|stepmother|stepfather';
const BEFORE = new RegExp(`(?:\\b(?:[Hh]is|[Hh]er|[Tt]heir|[Mm]y|[Oo]ur)|’s?)\\s(?:\\p{Ll}+\\s){0,2}?(${KIN_NOUN}),?\\s$`, 'u');
const AFTER = new RegExp(`^(?:,\\s|\\swas\\s|\\sis\\s)(?:the|his|her|their|my|our|\\p{Lu}\\p{Ll}+’s?)\\s(?:\\p{Ll}+\\s){0,2}?(${KIN_NOUN})(?![\\p{L}’-])`, 'u');
const OF_ADDRESSEE = new RegExp(`\\b[Yy]our\\s(?:(?:poor|dear|own|little|old|young|good|late|eldest|elder|younger|youngest|only)\\s){0,2}(${KIN_NOUN})(?![\\p{L}-])`, 'gu');
const SPOUSE = /\b[Mm]y\s(?:(?:poor|dear|own|late|good|first)\s)?(?:(wife)|husband)(?![\p{L}-])/u;

/**
 * The words for a relative that a text uses for each person (`his daughter Ann`, `Ann, the daughter of Quill`), and the noun of each person who is known only
 * by a description.
 */
export function kinNounsOf(items: readonly Item[], figures: Figures): Map<Figure, Set<string>> {
  const found = new Map<Figure, Set<string>>();
  const note = (figure: Figure, noun: string | undefined): void => {
    if (noun !== undefined) found.set(figure, (found.get(figure) ?? new Set()).add(noun));
  };
  for (const { narration } of items) {
    for (const { at, end, figure, possessive } of figures.mentionsIn(narration)) {
      if (possessive) continue;
      note(figure, BEFORE.exec(narration.slice(Math.max(0, at - 50), at))?.[1]);
      note(figure, AFTER.exec(narration.slice(end, end + 60))?.[1]);
    }
  }
  for (const figure of figures.all) if (figure.kind === 'description') note(figure, parseDescription(figure.name).noun);
  return found;
}

/** The kinship nouns that a speech uses for relatives of its listener: `daughter` in `Is that your daughter?` */
export const relativesOfListener = (words: string): Set<string> => new Set([...words.matchAll(OF_ADDRESSEE)].map((match) => match[1]!));

/** The sex of a speaker who says `my wife` or `my husband`; else null. */
export function sexBySpouse(words: string): 'female' | 'male' | null {
  const said = SPOUSE.exec(words);
  return said ? (said[1] ? 'male' : 'female') : null;
}
