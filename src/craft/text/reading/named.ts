import { collapse } from '../../narrative/analysis/speech/turns.js';
import { NARRATOR_NAME, type ListedPerson, type NamedSpeaker, type ReadScene, type Speech, type SpokenTurn } from '../../narrative/model.js';
import { NOBODY, UNKNOWN, type StoryAnswer } from './question.js';
import { isToldIn } from '../told-words.js';
import { personCalled, type StoryWindow } from './windows.js';

const MAX_NAME_WORDS = 5;
/** Words that refer to a person but are not a name, so they never become a cue. */
const NO_NAME = /^(?:he|she|it|they|we|you|him|her|them|his|hers|who|one|another|others?|some(?:one|body)?|any(?:one|body)|every(?:one|body)|all|both|each|none|nobody|no one)\b/iu;

/**
 * The speaker that an answer means: a person of the list, or somebody the story calls so. Null when nobody speaks; undefined when the words name no such
 * person.
 */
function speakerIn(who: string, people: readonly ListedPerson[], text: string): string | null | undefined {
  const name = who.trim().replace(/^["“[(]+|["”\])]+$/gu, '');
  if (name === NOBODY) return null;
  if (name === '' || name === UNKNOWN) return undefined;
  const person = personCalled(people, name);
  if (person) return person.name;
  if (name === NARRATOR_NAME || /^I$/u.test(name)) return people.find(({ tellsTheStory }) => tellsTheStory)?.name ?? NARRATOR_NAME;
  const isCalledSo = name.split(/\s+/u).length <= MAX_NAME_WORDS && /\p{L}{2}/u.test(name) && !NO_NAME.test(name) && collapse(text).includes(collapse(name));
  return isCalledSo ? name : undefined;
}

/** The speakers that an answer names, each with the start of the turn. */
export function namedIn({ lines }: StoryAnswer, window: StoryWindow, people: readonly ListedPerson[], text: string): NamedSpeaker[] {
  const answered = new Map(lines.map((line) => [line.n, line]));
  return window.turns.flatMap(({ start, end }, index): NamedSpeaker[] => {
    const line = answered.get(index + 1);
    const name = line && speakerIn(line.who, people, text);
    return line === undefined || name === undefined ? [] : [{ start, end, name, feeling: line.how }];
  });
}

/** The pairs of names that an answer takes for one person, when both are different people of the list. */
export function sameIn({ same }: StoryAnswer, people: readonly ListedPerson[]): [kept: string, gone: string][] {
  return same.flatMap(([one, other]): [string, string][] => {
    const [kept, gone] = [personCalled(people, one!), personCalled(people, other!)];
    return kept && gone && kept !== gone && !gone.tellsTheStory && !areTwo(kept, gone) ? [[kept.name, gone.name]] : [];
  });
}

/** The pairs of names that the list gives to one person and an answer gives to two. */
export function apartIn({ apart }: StoryAnswer, people: readonly ListedPerson[]): [one: string, other: string][] {
  return apart.flatMap(([one, other]): [string, string][] => {
    const [first, second] = [personCalled(people, one!), personCalled(people, other!)];
    return first !== null && first === second && one!.toLowerCase() !== other!.toLowerCase() ? [[formOf(first, one!), formOf(first, other!)]] : [];
  });
}

/** A name in the spelling of the list. */
const formOf = ({ name, aliases }: ListedPerson, called: string): string => [name, ...aliases].find((form) => form.toLowerCase() === called.toLowerCase())!;

/** A man and a woman are two people, whatever the answer says. */
const areTwo = (one: ListedPerson, other: ListedPerson): boolean => one.gender !== other.gender && one.gender !== 'neutral' && other.gender !== 'neutral';

const MAX_PLACE_WORDS = 7;
/** A place as a heading names it, when the story contains all of its words; else null. */
function placeIn(place: string, text: string): string | null {
  const words = place.trim().replace(/[.,;:]+$/u, '').replace(/^(?:in|on|at|by|inside|outside)\s+/iu, '').replace(/^(?:a|an|the|(?:his|her|their|my|our|its)(?:\s+own)?)\s+/iu, '');
  const isTold = words.split(/\s+/u).length <= MAX_PLACE_WORDS && isToldIn(words, text);
  return isTold ? words.replaceAll(/[^\p{L}\p{N}\s.,’'-]/gu, ' ').replaceAll(/\s+/gu, ' ').replaceAll("'", '’').trim() : null;
}

/** The scenes that an answer finds, in order. */
export function scenesIn({ scenes }: StoryAnswer, window: StoryWindow, text: string): ReadScene[] {
  return [...scenes].sort((one, other) => one.p - other.p).flatMap(({ p, place, where, time }, index, all): ReadScene[] => {
    const start = window.paragraphs[p - 1];
    if (start === undefined || all[index - 1]?.p === p) return [];
    return [{ start, place: placeIn(place, text), where, time: time === 'unknown' ? null : time }];
  });
}

/** What is wrong with an answer, for the model to read. */
export function complaintsAbout({ lines }: StoryAnswer, window: StoryWindow, people: readonly ListedPerson[], text: string): string[] {
  const numbers = new Set(lines.map(({ n }) => n));
  const missing = window.turns.flatMap((_turn, index) => (numbers.has(index + 1) ? [] : [index + 1]));
  const strangers = lines.filter(({ who }) => who.trim() !== UNKNOWN && speakerIn(who, people, text) === undefined);
  return [
    ...(missing.length > 0 ? [`these numbers are missing: ${missing.join(', ')}`] : []),
    ...strangers.map(({ n, who }) => `${n}: "${who}" is neither a name of the list nor words of the story`),
  ];
}

/** The people of a story, with the named speakers that are not among them yet. */
export function withNewPeople(people: readonly ListedPerson[], named: readonly NamedSpeaker[]): ListedPerson[] {
  const all = [...people];
  for (const { name } of named) {
    if (name !== null && !all.some((person) => person.name === name)) all.push({ name, aliases: [], gender: 'neutral', tellsTheStory: name === NARRATOR_NAME });
  }
  return all;
}

/**
 * How often a reader agrees with the text. `tagged`: compared with the tags; false where a text has hardly any tags, and the rules' findings on clear
 * evidence are the control.
 */
export interface Agreement { same: number; asked: number; tagged: boolean }

/** With fewer lines than this whose tag names the speaker, the lines that the rules find on clear evidence are control lines, too. */
const LEAST_TAGGED = 2;

/** Compares a reader with the control lines, whose speaker the text tells. A reader that reads well names the same speaker. */
export function agreementWith(
  turns: readonly SpokenTurn[], named: readonly NamedSpeaker[], same: readonly (readonly [string, string])[], { people }: Pick<Speech, 'people'>,
): Agreement {
  const names = new Map(named.map(({ start, name }) => [start, name]));
  const isOne = (name: string, speaker: string): boolean => name === speaker || personCalled(people, name)?.name === speaker
    || same.some((pair) => pair.includes(name) && pair.includes(speaker));
  const told = turns.filter(({ start, speaker, confidence }) => confidence !== 'weak' && speaker !== null && names.has(start));
  const tagged = told.filter(({ confidence }) => confidence === 'hard');
  const control = tagged.length < LEAST_TAGGED ? told : tagged;
  const agreed = control.filter(({ start, speaker }) => isOne(names.get(start) ?? NOBODY, speaker!));
  return { same: agreed.length, asked: control.length, tagged: control === tagged };
}
