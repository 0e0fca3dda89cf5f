import { genderOfNoun, type Figure, type Figures } from './figures.js';
import { ENDS_IN_PERSON, KIN, PERSON_NOUN } from './lexicon.js';
import type { Item } from './turns.js';

/** A description taken apart: `his young wife` is possessor `his`, adjective `young`, noun `wife`. */
export interface Description { determiner: string; adjective: string | null; noun: string; phrase: string }

const GENERIC = new RegExp('^(?:man|woman|boy|girl|lady|gentleman|fellow|other|one|companion|friend|visitor|' +
  'stranger|child|speaker|voice|person|creature|chap|lad|youth|' +
  'guest|newcomer|kid|master|mistress|author|spectator|listener|traveller|traveler|client)$');
const TELLING = /^(?:young|old|elder|younger|older|little|tall|fat|other|first|second|third|stout|thin|big|small|new|dark|fair|blind|strange|pale|poor|elderly|aged)$/;
const NOUN_PHRASE = new RegExp(`(?<![\\w’])((?:[Tt]he|[Aa]n?|[Mm]y|[Hh]is|[Hh]er|[Oo]ne)\\s(?:(?!and|of|in|to|for|with|on|upon|who|that)[a-z-]+\\s){0,2}?(?:${PERSON_NOUN}))(?![\\w-])`, 'g');

export function parseDescription(phrase: string): Description {
  const words = phrase.toLowerCase().split(/\s+/);
  const noun = words.at(-1) ?? '';
  return { determiner: words[0] ?? '', adjective: words.slice(1, -1).find((word) => TELLING.test(word)) ?? null, noun, phrase: phrase.toLowerCase() };
}

/** Generic descriptions (`the lady`) may mean anybody; others (`the surgeon`) name one person of the text. */
export function isGeneric(description: Description): boolean {
  return GENERIC.test(description.noun) || KIN.test(description.noun) || /^step-?/.test(description.noun);
}

export function descriptionKey({ adjective, noun }: Description): string {
  if (/^(?:infant|kid|urchin|youngster)$/.test(noun)) return 'child';
  return GENERIC.test(noun) && adjective ? `${adjective} ${noun}` : noun;
}

/** The figure a description stands for by itself, created when new. */
export function describedFigure(figures: Figures, description: Description): Figure {
  const figure = figures.described(descriptionKey(description), description.phrase);
  figure.gender ??= genderOfNoun(description.noun);
  return figure;
}

/** People described in a piece of narration, in order. */
export function describedIn(narration: string): Description[] {
  return [...narration.matchAll(NOUN_PHRASE)].map((match) => parseDescription(match[1] ?? '')).filter(({ noun }) => !/^(?:other|voice|one)$/.test(noun));
}

/** Nouns bound to named people by apposition or `is a`: `Peter Jones, the bank director` binds director. */
export function boundDescriptions(items: readonly Item[], figures: Figures): Map<string, Figure> {
  const bound = new Map<string, Figure>();
  const weak = new Map<string, Figure>();
  for (const item of items) {
    const sources = item.turn ? [item.narration, item.turn.words] : [item.narration];
    for (const text of sources) {
      for (const { end, figure } of figures.mentionsIn(text)) {
        const after = text.slice(end, end + 90);
        const apposition = /^,\s(?:the|our|my|an?|his|her)\s((?:[a-z-]+\s){0,4}[a-z-]+)[,.;]/.exec(after);
        bindNoun(bound, apposition?.[1], figure);
        const copula = /^(?:\shere)?\s(?:is|was)\s(?:an?|the)\s((?:[a-z-]+\s){0,3}[a-z-]+)\b/.exec(after);
        bindNoun(weak, copula?.[1], figure);
      }
    }
  }
  for (const [noun, figure] of weak) if (!bound.has(noun)) bound.set(noun, figure);
  return bound;
}

function bindNoun(map: Map<string, Figure>, words: string | undefined, figure: Figure): void {
  for (const word of words?.split(' ') ?? []) {
    if (!ENDS_IN_PERSON.test(word) || GENERIC.test(word) || KIN.test(word)) continue;
    const gender = genderOfNoun(word);
    if (gender !== null && figure.gender !== null && gender !== figure.gender) continue;
    if (!map.has(word)) map.set(word, figure);
  }
}

/**
 * Kin words: `his wife` is the Mrs of the latest man with that last name, `her mother` the only married woman spoken
 * of.
 * Null when nothing in the text settles it.
 */
export function kinFigure(description: Description, figures: Figures, recent: readonly Figure[]): Figure | null {
  const { noun } = description;
  if (!KIN.test(noun)) return null;
  const called = figures.find(noun.charAt(0).toUpperCase() + noun.slice(1));
  if (called) return called;
  const married = figures.all.filter((figure) => figure.title?.startsWith('Mrs') && figure.mentions + figure.tags > 0);
  if (/^(?:wife|mother|mamma|mama)$/.test(noun)) {
    const beside = recent.find((figure) => figure.gender === 'male' && married.some((wife) => wife.last !== null && wife.last === figure.last));
    if (beside) return married.find((wife) => wife.last === beside.last) ?? null;
    return noun !== 'wife' && married.length === 1 ? married[0] ?? null : null;
  }
  if (/^(?:husband|father|papa)$/.test(noun)) {
    const beside = recent.find((figure) => figure.last !== null && figures.all.some((man) => isMister(man) && man.last === figure.last && man !== figure));
    return beside ? figures.all.find((man) => isMister(man) && man.last === beside.last) ?? null : null;
  }
  return null;
}

function isMister(figure: Figure): boolean {
  return figure.title !== null && /^Mr/.test(figure.title) && !/^Mrs/.test(figure.title);
}
