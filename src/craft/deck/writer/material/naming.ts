import { roleOf } from '../../../narrative/canon/bible/people.js';
import { rolePhrase } from '../../../people/role-phrase.js';
import { literal } from '../../../narrative/literal.js';
import { titleCase } from '../../../narrative/writing/wording/topics.js';
import { namesOf } from '../../../trailer/names.js';
import { NARRATOR, READER } from '../../../screenplay/model.js';
import type { DeckSentence, Origin } from '../../deck.js';
import { peopleOf, type DeckSource } from '../deck-source.js';
import type { Statement } from './statements.js';

/** A cue as a name: `TIME TRAVELLER` is `Time Traveller`. */
const nameOfCue = (cue: string): string => cue.toLowerCase().replace(/(?<![\p{L}’'])\p{L}/gu, (letter) => letter.toUpperCase());

/** Finds how the text calls a person without a name: "Known only as the Medical Man." */
const UNNAMED = /\b(?:known only as|called) ((?:the|an?) [^.,;]{2,40}?)(?: in the text)?[.,]/iu;

/** A person as printed and read aloud at the head of a sentence: `Sherlock Holmes`, `The Medical Man`. */
export function shownName({ screenplay }: Pick<DeckSource, 'screenplay'>, cue: string): string {
  const described = screenplay.cast.find(({ character }) => character === cue)?.description ?? '';
  const unnamed = UNNAMED.exec(described)?.[1];
  if (unnamed !== undefined) return unnamed.charAt(0).toUpperCase() + unnamed.slice(1);
  const full = /^(?:(?:Mr|Mrs|Miss|Ms|Dr)\.? )?((?:\p{Lu}[\p{L}’'-]+\.? ?){1,4})(?=[.,]|$)/u.exec(described);
  const name = nameOfCue(cue);
  const [whole, bare] = full ? [full[0], full[1]!].map((words) => words.replace(/(?<!\b(?:Mr|Mrs|Ms|Dr))\.$/u, '').trim()) : [];
  return whole !== undefined && bare !== undefined && bare.includes(name) ? (bare.includes(' ') ? bare : whole) : name;
}

/** The name of a person within a sentence: `the Medical Man`. */
export const shownWithin = (source: Pick<DeckSource, 'screenplay'>, cue: string): string => shownName(source, cue).replace(/^(?:The|An?) /u, (article) => article.toLowerCase());

/** Words about a person, with their origin. */
export interface Said { text: string; origin: Origin }

/** Placeholder roles that the service wrote because the sources say nothing. */
const NO_ROLE = /\bspeaks (?:one line|\d+ lines)? ?in the source\b|\btells the story\b|\breads the words\b/u;

const canonIndex = ({ canon }: DeckSource, person: string): number => {
  const pattern = namesOf([person]).get(person);
  return canon?.characters?.findIndex(({ name }) => name.toUpperCase() === person || pattern?.test(name) === true) ?? -1;
};

/** Who a person is by the Series Bible, with an article; null where it does not say. */
function canonRole(source: DeckSource, person: string): Said | null {
  const at = canonIndex(source, person);
  const role = source.canon?.characters?.[at]?.role.trim() ?? '';
  const words = role.split(/[.;\n]/u)[0]!.trim();
  return words === '' || NO_ROLE.test(role) || words.length > 110 ? null : { text: rolePhrase(words), origin: { kind: 'canon', field: `characters.${at}.role` } };
}

const FIRST_PERSON = /\b(?:my|our|your)\b/iu;

/** The role of a person by an apposition or a copula of the sources, such as "the harbour master"; null when they have none. */
function toldRole(source: DeckSource, statements: readonly Statement[], person: string): Said | null {
  const names = [...new Set([nameOfCue(person), shownName(source, person)])];
  const told = statements.filter(({ speaker, isPersonal }) => speaker === null && !isPersonal);
  const role = roleOf({ name: names[0]!, aliases: names.slice(1) }, told);
  if (!role || FIRST_PERSON.test(role.text)) return null;
  const { origin, text } = role.at;
  const whole = origin.kind === 'source' ? source.texts.find(({ sourceId }) => sourceId === origin.sourceId)?.text ?? '' : text;
  const found = new RegExp(literal(role.text).replace(/\\? /gu, '\\s+'), 'iu').exec(whole.slice(origin.from, origin.to));
  return found ? { text: role.text, origin: { ...origin, from: origin.from + found.index, to: origin.from + found.index + found[0].length } } : null;
}

/** Who a person is, in a phrase; null where neither the Series Bible nor the sources say so. */
export const roleFor = (source: DeckSource, statements: readonly Statement[], person: string): Said | null =>
  canonRole(source, person) ?? toldRole(source, statements, person);

/** The want of a person by the Series Bible; null when it gives none, or one of more than 180 characters. */
export function canonWant(source: DeckSource, person: string): Said | null {
  const at = canonIndex(source, person);
  const want = source.canon?.characters?.[at]?.want.trim() ?? '';
  return want === '' || want.length > 180 ? null : { text: want, origin: { kind: 'canon', field: `characters.${at}.want` } };
}

/** Who tells a story in the first person; null where the text does not name the voice. */
function tellerOf(source: DeckSource, { entryIndex }: Statement): string | null {
  const character = source.screenplay.entries.find(({ index }) => index === entryIndex)?.character;
  const isNamed = (cue: string): boolean => cue !== NARRATOR && cue !== READER && peopleOf(source).includes(cue);
  if (character !== undefined && isNamed(character)) {
    const entry = source.screenplay.entries.find(({ index }) => index === entryIndex)!;
    if (entry.parenthetical === 'narrating') return character;
  }
  return source.screenplay.cast.find(({ character: cue, description }) => isNamed(cue) && /\btells the story\b/u.test(description))?.character ?? null;
}

const unquoted = (text: string): string => text.replace(/“/gu, '‘').replace(/”/gu, '’');

/** A statement as a sentence of a deck. Dialogue and first-person narration become quotations with their speaker. */
export function sentenceOf(source: DeckSource, statement: Statement): DeckSentence {
  const { text, origin, speaker, isPersonal } = statement;
  const origins = [origin];
  if (speaker !== null) return { text: `${shownName(source, speaker)} ${/\?[’”]?$/u.test(text) ? 'asks' : 'says'}: “${unquoted(text)}”`, origins };
  if (!isPersonal) return { text, origins };
  const teller = tellerOf(source, statement);
  const isStory = peopleOf(source).length > 0;
  const whose = teller === null ? (isStory ? 'the narrator’s words' : 'the author’s words') : `the words of ${shownWithin(source, teller)}`;
  return { text: `In ${whose}: “${unquoted(text)}”`, origins };
}

/** A short title out of a heading of a scene: `INT. LAMP ROOM - NIGHT` is `Lamp Room`; null for a heading that names no place. */
export function placeTitle(heading: string): string | null {
  const place = heading.replace(/^(?:INT|EXT|I\/E)\.?(?:\/(?:EXT|INT)\.?)?\s*/iu, '').replace(/\s+[-–—]\s+[^-–—]*$/u, '').trim();
  return place === '' || /^(?:SCENE(?: \d+)?|PLACE NOT GIVEN|SOMEWHERE)$/iu.test(place) ? null : titleCase(place.toLowerCase());
}
