import type { Figure, Figures } from '../names/figures.js';
import { genderOfNoun, isOpenTitle } from '../names/names.js';
import { ENDS_IN_PERSON, KIN, PERSON_NOUN } from '../language/lexicon.js';
import type { Item } from '../speech/turns.js';
import { matchesOf } from '../../../patterns/matches.js';

/** The parts of a description: `his young wife` has determiner `his`, adjective `young`, noun `wife`. */
export interface Description { determiner: string; adjective: string | null; noun: string; phrase: string }

const GENERIC = new RegExp('^(?:man|woman|boy|girl|lady|gentleman|fellow|other|one|companion|friend|visitor|' +
  'stranger|child|speaker|voice|person|creature|chap|lad|youth|' +
  'guest|newcomer|caller|intruder|kid|master|mistress|author|spectator|listener|traveller|traveler|client)$');
/** Adjectives that tell one person from another. */
const DISTINCTIVE = /^(?:deaf|dumb|lame|young|old|elder|younger|older|little|tall|fat|other|first|second|third|stout|thin|big|small|new|dark|fair|blind|strange|pale|poor|elderly|aged)$/;
/** Adjectives that single out one person: `the blind man` is not the captain who was there before. */
const MARKED = /^(?:blind|deaf|dumb|lame|strange|other|second|third|new)$/;
const BODILY = /^(?:blind|deaf|dumb|lame)$/;
const NOUN_PHRASE = new RegExp(`(?<![\\w’])((?:[Tt]he|[Aa]n?|[Mm]y|[Hh]is|[Hh]er|[Oo]ne)\\s(?:(?!(?:and|of|in|to|for|with|on|upon|who|that|the|an?|my|his|her|our|their|this)\\s)[a-z-]+\\s){0,2}?(?:${PERSON_NOUN}))(?![\\w-])`, 'g');

/** Takes a description such as `the old woman` apart; `one of the men` has the noun `man`. */
export function parseDescription(phrase: string): Description {
  const words = phrase.toLowerCase().split(/\s+/);
  const last = words.at(-1) ?? '';
  const noun = /^one of /i.test(phrase) ? singular(last) : last;
  return { determiner: /’s?$/.test(words[0] ?? '') ? 'his' : words[0] ?? '',
    adjective: words.slice(1, -1).find((word) => DISTINCTIVE.test(word)) ?? null, noun, phrase: phrase.toLowerCase() };
}

function singular(noun: string): string {
  return noun.replace(/men$/, 'man').replace(/children$/, 'child').replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** True for a description that may fit several people (`the lady`); others (`the surgeon`) name one person of the text. */
export function isGeneric(description: Description): boolean {
  return GENERIC.test(description.noun) || KIN.test(description.noun) || /^step-?/.test(description.noun);
}

/** True for a description with an adjective that fits only one of the people present. */
export const isMarked = ({ adjective }: Description): boolean => adjective !== null && MARKED.test(adjective);

/** The figure with a bodily mark: `the blind man` always means the blind beggar. Null for a description without such a mark. */
export function markedFigure(figures: Figures, description: Description): Figure | null {
  const { adjective } = description;
  if (adjective === null || !BODILY.test(adjective) || !isDefinite(description)) return null;
  return figures.all.find(({ kind, name }) => kind === 'description' && parseDescription(name).adjective === adjective) ?? describedFigure(figures, description);
}

/** The key that equal descriptions share, so that they become one figure: `old woman` for `the old woman` and `that old woman`. */
export function descriptionKey({ adjective, noun }: Description): string {
  if (/^(?:infant|kid|urchin|youngster)$/.test(noun)) return 'child';
  return GENERIC.test(noun) && adjective ? `${adjective} ${noun}` : noun;
}

/** The figure known only by this description, created when new. */
export function describedFigure(figures: Figures, description: Description): Figure {
  const figure = figures.described(descriptionKey(description), description.phrase);
  figure.gender ??= genderOfNoun(description.noun);
  return figure;
}

/** True when the description refers to a person who is present (`the old man`, `his friend`); `a voice` introduces a new person. */
export function isDefinite({ determiner }: Description): boolean {
  return /^(?:the|this|that|our|my|his|her|their)$/.test(determiner);
}

const CHILD = /^(?:boy|girl|child|lad|kid|infant|urchin|youngster|schoolboy|schoolgirl|baby|newsboy|lass)$/;
const GROWN = /^(?:man|woman|lady|gentleman|husband|wife|widow|widower|mother|father|grandmother|grandfather|mamma|papa)$/;

/** True for a description of a child. */
export const isChild = ({ noun }: Description): boolean => CHILD.test(noun);
/** True for a description by kinship. */
export const isKin = ({ noun }: Description): boolean => KIN.test(noun);

/** True when age and kind allow the description for this figure. */
export function mayDescribe(description: Description, figure: Figure): boolean {
  if (figure.kind === 'narrator') return true;
  if (figure.kind === 'description') {
    const other = parseDescription(figure.name);
    if ((other.noun === 'voice') !== (description.noun === 'voice')) return false;
    if (isYoung(other) && isYoung(description)) return true;
    if (CHILD.test(other.noun) ? GROWN.test(description.noun)
      : GROWN.test(other.noun) && CHILD.test(description.noun)) return false;
    return !(isOld(other) && isYoung(description)) && !(isYoung(other) && isOld(description));
  }
  return !(CHILD.test(description.noun) && figure.title !== null && !/^(?:Miss|Master)/.test(figure.title));
}

export function isOld({ adjective }: Description): boolean {
  return adjective !== null && /^(?:old|elderly|aged|elder|older)$/.test(adjective);
}

export function isYoung({ adjective, noun }: Description): boolean {
  return CHILD.test(noun) || noun === 'youth' || (adjective !== null && /^(?:young|younger|little)$/.test(adjective));
}

/** Nouns for a person who has just arrived. */
const ARRIVES = /^(?:visitor|newcomer|new-comer|caller|intruder|stranger)$/;
const INTRODUCED_WITHIN = 25;
const SCENE_ITEMS = 25;
const NAME_BY_USE = 4;

/**
 * True when a description in the narration of item `at` deserves a figure of its own: roles, kin, new arrivals (`the visitor`), people introduced with `a` or
 * `an`, descriptions that a scene repeats, and all descriptions in the first three items; never `voice`. Any other description (`the young man`) means a
 * person already present. `descriptionsByItem` holds the descriptions of every item.
 */
export function standsForItself(
  description: Description, at: number, descriptionsByItem: readonly (readonly Description[])[],
): boolean {
  if (description.noun === 'voice') return false;
  if (!isDefinite(description) || !GENERIC.test(description.noun) || at < 3) return true;
  if (ARRIVES.test(description.noun)) return true;
  const key = descriptionKey(description);
  let uses = 0;
  for (let item = Math.max(0, at - SCENE_ITEMS); item < Math.min(descriptionsByItem.length, at + SCENE_ITEMS); item++) {
    for (const other of descriptionsByItem[item] ?? []) {
      if (descriptionKey(other) !== key) continue;
      if (!isDefinite(other) && item <= at && item >= at - INTRODUCED_WITHIN) return true;
      uses++;
    }
  }
  return uses >= NAME_BY_USE;
}

/** How often the narration uses each description, by key; tags do not count. */
export function countDescribed(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { narration, turn } of items) {
    const tag = turn?.tag?.kind === 'description' ? descriptionKey(parseDescription(turn.tag.subject)) : null;
    let tags = tag === null ? 0 : 1;
    for (const description of describedIn(narration)) {
      const key = descriptionKey(description);
      if (key === tag && tags-- > 0) continue;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** People described in a piece of narration, in order. */
export function describedIn(narration: string): Description[] {
  return matchesOf(narration, NOUN_PHRASE).map((match) => parseDescription(match[1] ?? ''))
    .filter(({ noun }) => !/^(?:other|voice|one)$/.test(noun));
}

/** The noun that stands for the bearer of a title. */
const NOUN_OF_TITLE: readonly [RegExp, string][] = [
  [/^(?:Dr\.?|Doctor)$/, 'doctor'], [/^(?:Capt\.|Captain)$/, 'captain'], [/^(?:Col\.|Colonel)$/, 'colonel'],
  [/^Prof/, 'professor'], [/^Insp/, 'inspector'], [/^(?:Sergeant|Sgt\.?)$/, 'sergeant'], [/^Squire$/, 'squire'],
  [/^Judge$/, 'judge'], [/^Nurse$/, 'nurse'], [/^Major$/, 'major'], [/^General$/, 'general'], [/^Count$/, 'count'],
  [/^Countess$/, 'countess'], [/^(?:Lieutenant|Lt\.?)$/, 'lieutenant'], [/^Baron$/, 'baron'], [/^Duke$/, 'duke'],
  [/^Duchess$/, 'duchess'], [/^Prince$/, 'prince'], [/^Princess$/, 'princess'], [/^Bishop$/, 'bishop'],
  [/^(?:Rev|Parson)/, 'parson'], [/^Dean$/, 'dean'], [/^Deacon$/, 'deacon'],
];

/** Nouns that apposition or `is a` binds to a named person: `Peter Jones, the bank director` binds `director`. */
export function boundDescriptions(items: readonly Item[], figures: Figures): Map<string, Figure> {
  const bound = new Map<string, Figure | null>();
  const weak = new Map<string, Figure | null>();
  for (const item of items) {
    const sources = item.turn ? [item.narration, item.turn.words] : [item.narration];
    for (const text of sources) {
      for (const { at, end, figure } of figures.mentionsIn(text)) {
        const after = text.slice(end, end + 90);
        const apposition = /^,\s(?:the|our|my|an?|his|her)\s((?:[a-z-]+\s){0,4}[a-z-]+)[,.;]/.exec(after);
        bindNoun(bound, apposition?.[1], figure);
        const before = /\b(?:[Tt]he|[Oo]ur|[Mm]y|[Aa]n?|[Hh]is|[Hh]er)\s(?:[a-z-]+\s){0,2}?([a-z-]+)(?:\s(?:him|her)self)?(,?)\s$/.exec(text.slice(Math.max(0, at - 60), at));
        // `On the way to the mayor, Ann said…`: here the noun only ends an opening phrase and is not an apposition to Ann.
        if (before && (before[2] === '' || /^[,;.:!?—]/.test(after))) bindNoun(bound, before[1], figure);
        bindNoun(bound, /^\sthe\s([a-z-]+)(?=[\s,.;:])/.exec(after)?.[1], figure);
        bindNoun(bound, /^,\swho\s(?:was|is|had\sbeen|has\sbeen)\s(?:now\s|once\s)?(?:an?|the|our|my|his|her)\s((?:[a-z-]+\s){0,2}?[a-z-]+)(?=[,.;\s])/.exec(after)?.[1], figure);
        const copula = /^(?:\shere)?\s(?:is|was)\s(?:an?|the)\s((?:[a-z-]+\s){0,3}[a-z-]+)\b/.exec(after);
        bindNoun(weak, copula?.[1], figure);
      }
    }
  }
  for (const figure of figures.all) {
    const noun = figure.title === null || figure.kind === 'narrator' ? undefined : NOUN_OF_TITLE.find(([title]) => title.test(figure.title ?? ''))?.[1];
    if (noun !== undefined && figure.mentions + figure.tags > 0) bindNoun(bound, noun, figure, isOpenTitle(figure.title));
  }
  const certain = new Map<string, Figure>();
  for (const [noun, figure] of [...weak, ...bound, ...parentsIn(items, figures)]) {
    if (figure !== null) certain.set(noun, figure);
    else certain.delete(noun);
  }
  return certain;
}

const CHILDREN = /^[^.;:“”]{0,60}?\b(his|her) (?:\p{Ll}+ ){0,2}?(?:child|children|son|sons|daughter|daughters|boys?|girls?|baby|little ones)\b/u;

/** Parents by possessives: in `Ann looked at her children` Ann is the mother, when no other woman has children. */
function parentsIn(items: readonly Item[], figures: Figures): Map<string, Figure | null> {
  const parents = new Map<string, Figure | null>();
  for (const { narration } of items) {
    if (!/\b(?:child|children|sons?|daughters?|boys?|girls?|baby|ones)\b/.test(narration)) continue;
    for (const { end, figure, possessive } of figures.mentionsIn(narration)) {
      const owner = possessive ? null : CHILDREN.exec(narration.slice(end, end + 110));
      const noun = owner?.[1] === 'her' ? 'mother' : 'father';
      if (!owner || figure.gender !== genderOfNoun(noun) || figures.mentionsIn(owner[0]).length > 0) continue;
      const known = parents.get(noun);
      parents.set(noun, known === undefined || known === figure ? figure : null);
    }
  }
  for (const [noun, figure] of relativesIn(items, figures)) {
    parents.set(`the ${noun}`, figure);
  }
  return parents;
}

/** The counterpart of each kinship noun: a person whose nephew appears in the text (`Quill’s nephew`) is `the uncle`. */
const OTHER_SIDE: readonly [RegExp, { male: string; female: string }][] = [
  [/^(?:nephew|niece)$/, { male: 'uncle', female: 'aunt' }],
  [/^(?:son|daughter)$/, { male: 'father', female: 'mother' }],
  [/^(?:uncle|aunt)$/, { male: 'nephew', female: 'niece' }],
  [/^wife$/, { male: 'husband', female: 'husband' }],
  [/^husband$/, { male: 'wife', female: 'wife' }],
  [/^(?:grandson|granddaughter)$/, { male: 'grandfather', female: 'grandmother' }],
];
const OWNED_RELATIVE = /^’s?\s(?:\p{Ll}+\s){0,2}?(nephew|niece|son|daughter|uncle|aunt|wife|husband|grandson|granddaughter)\b/u;

function relativesIn(items: readonly Item[], figures: Figures): Map<string, Figure | null> {
  const relatives = new Map<string, Figure | null>();
  for (const { narration } of items) {
    for (const { end, figure } of figures.mentionsIn(narration)) {
      const owned = OWNED_RELATIVE.exec(narration.slice(end, end + 40))?.[1];
      const nouns = owned === undefined ? undefined : OTHER_SIDE.find(([side]) => side.test(owned))?.[1];
      if (!nouns || figure.gender === null) continue;
      const known = relatives.get(nouns[figure.gender]);
      relatives.set(nouns[figure.gender], known === undefined || known === figure ? figure : null);
    }
  }
  return relatives;
}

/** Binds a noun to a figure; a noun that fits two people is bound to neither. `ofEitherSex`: the noun tells no sex, as `doctor` from `Dr. Ada Quill`. */
function bindNoun(map: Map<string, Figure | null>, words: string | undefined, figure: Figure, ofEitherSex = false): void {
  for (const word of words?.replace(/\s(?:of|to|in|at|from)\s.*$/, '').split(' ') ?? []) {
    if (!ENDS_IN_PERSON.test(word) || GENERIC.test(word) || KIN.test(word)) continue;
    const gender = genderOfNoun(word);
    if (!ofEitherSex && gender !== null && figure.gender !== null && gender !== figure.gender) continue;
    const known = map.get(word);
    map.set(word, known === undefined || known === figure ? figure : null);
  }
}

/**
 * The figure of a kin word: `his wife` is the Mrs. with the last name of the latest man, `her mother` the only married
 * woman of the text. Null when the text does not settle it.
 */
export function kinFigure(description: Description, figures: Figures, recent: readonly Figure[]): Figure | null {
  const { noun } = description;
  if (!KIN.test(noun)) return null;
  const called = figures.find(noun.charAt(0).toUpperCase() + noun.slice(1));
  if (called) return called;
  const married = figures.all.filter((figure) => figure.title?.startsWith('Mrs') && figure.mentions + figure.tags > 0);
  if (/^(?:wife|mother|mamma|mama)$/.test(noun)) {
    const beside = recent.find((figure) => figure.gender === 'male'
      && married.some((wife) => wife.last !== null && wife.last === figure.last));
    if (beside) return married.find((wife) => wife.last === beside.last) ?? null;
    const [only] = married;
    return noun !== 'wife' && married.length === 1 && only && !recent.some((figure) => isOfAnotherFamily(figure, only))
      ? only : null;
  }
  if (/^(?:husband|father|papa)$/.test(noun)) {
    const beside = recent.find((figure) => figure.last !== null
      && figures.all.some((man) => isMister(man) && man.last === figure.last && man !== figure));
    return beside ? figures.all.find((man) => isMister(man) && man.last === beside.last) ?? null : null;
  }
  return null;
}

function isOfAnotherFamily(figure: Figure, wife: Figure): boolean {
  return figure.last !== null && figure.first !== null && wife.last !== null && figure.last !== wife.last;
}

function isMister(figure: Figure): boolean {
  return figure.title !== null && /^Mr/.test(figure.title) && !/^Mrs/.test(figure.title);
}
