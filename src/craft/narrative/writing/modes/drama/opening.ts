import { remembered } from '../../../remembered.js';
import type { Item, Material } from '../../material/items.js';
import { NamedPeople } from '../../material/named-people.js';
import { settingIn, timeIn } from '../../../analysis/scenes/settings.js';
import type { Stage } from '../../staging/stage.js';

/** Items before a part that are searched for a sentence that places it. */
const ITEMS_BEFORE = 60;
const MIN_WORDS = 6;
const MAX_WORDS = 40;

/** How well words say where and when a part takes place. */
const placing = remembered((text): number => (settingIn([text]) === null ? 0 : 1.5) + (timeIn([text]) === null ? 0 : 0.7));

const PRONOUN = /\b(?:he|she|him|her|his|hers|they|their|them)\b/iu;

/** True for words with a pronoun such as `he` or `she` before any name, so that alone they do not say who is meant. */
function isOfUnknown(text: string, people: NamedPeople): boolean {
  const pronoun = PRONOUN.exec(text);
  return pronoun !== null && people.namedIn(text.slice(0, pronoun.index)).length === 0;
}

/**
 * The sentence before a part that best says where and when the part takes place and who is there. Null when the part says so itself or begins at another
 * time, or when no sentence before it does. For a part that begins with a mere `she`, a sentence that names the person counts more.
 */
export function placingItem(stage: Stage, material: Material, scene: readonly Item[]): Item | null {
  const { place } = stage;
  if (!place || place.index === 1 || material.analysis.language !== 'en') return null;
  const people = new NamedPeople(material.analysis.cast);
  const speakers = new Set(scene.flatMap(({ speaker }) => speaker === null ? [] : [speaker]));
  const opening = scene.find(({ kind }) => kind === 'narration')?.text ?? '';
  if (timeIn([opening]) !== null) return null;
  const lacksName = scene[0]?.kind === 'narration' && isOfUnknown(opening, people);
  const worth = (text: string): number => placing(text)
    + (lacksName ? 1.2 : 0.6) * Math.min(2, people.namedIn(text).filter((id) => speakers.has(id)).length);
  const own = scene.slice(0, 3).filter(({ kind }) => kind === 'narration').reduce((sum, { text }) => sum + worth(text), 0);
  const before = place.before.slice(-ITEMS_BEFORE);
  const fitting = before.map((item, at) => ({ item, worth: worth(item.text) + 0.4 * (at / ITEMS_BEFORE) })).filter(({ item }) =>
    item.kind === 'narration' && item.opens && item.closes && !item.isTag && !item.continues && item.words >= MIN_WORDS && item.words <= MAX_WORDS
    && !/[“”"‘]/u.test(item.text) && !isOfUnknown(item.text, people) && !/^(?:CHAPTER|[\p{Lu}\d .]+$)/u.test(item.text));
  const best = fitting.sort((a, b) => b.worth - a.worth)[0];
  return best && best.worth >= 1.2 && own < 2.1 ? best.item : null;
}
