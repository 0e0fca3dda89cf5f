import { plain } from '../../../craft/images/places/place-terms.js';
import { thingsIn } from '../../../craft/images/places/said-things.js';
import { THING_KINDS, type SaidThing, type Thing } from '../../../craft/images/places/things.js';
import { DRAWN_THINGS } from '../../../craft/images/scenes/thing-card.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import { personKey, type NounKind } from './chosen-pictures.js';
import type { ReadArt } from './read-pictures.js';
import { platesOf } from './plates.js';

/** Something that a read names, with the entries that name it. */
export interface Noun { nounKey: string; label: string; kind: NounKind; entries: readonly number[] }

/** Living things; the others are objects. */
const BEINGS: ReadonlySet<Thing> = new Set(['birds', 'bats', 'butterflies', 'cat', 'dog', 'horse', 'cattle', 'elephant', 'crowd']);
const CAN_BE_DRAWN: ReadonlySet<Thing> = new Set(DRAWN_THINGS);

export const thingKey = (thing: Thing): string => `${BEINGS.has(thing) ? 'entity' : 'object'}-${thing.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
export const placeKey = (plateKey: string): string => `location-${plateKey}`;
export const beingKey = (person: string): string => `entity-${plain(person).replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')}`;

/** The thing to which a key belongs; undefined for the key of anything else. */
export const thingOf = (nounKey: string): Thing | undefined => DRAWN_THINGS.find((thing) => thingKey(thing) === nounKey);

interface Named { said: SaidThing; entries: number[] }

const found = new WeakMap<Screenplay['entries'], ReadonlyMap<Thing, Named>>();

/** The things that a read names, in the order of their first mention. Cached with the screenplay, because a long one takes a quarter of a second. */
function thingsNamed({ entries }: Pick<Screenplay, 'entries'>): ReadonlyMap<Thing, Named> {
  const known = found.get(entries) ?? searched(entries);
  found.set(entries, known);
  return known;
}

function searched(entries: Screenplay['entries']): Map<Thing, Named> {
  const named = new Map<Thing, Named>();
  for (const { index, kind, text } of entries) {
    if (kind !== 'dialogue' && kind !== 'action' && kind !== 'scene_heading') continue;
    for (const said of thingsIn(text)) {
      const known = named.get(said.thing) ?? { said: { thing: said.thing }, entries: [] };
      const colour = known.said.colour ?? said.colour;
      named.set(said.thing, { said: { thing: said.thing, ...colour ? { colour } : {} }, entries: [...known.entries, index] });
    }
  }
  return named;
}

/** How a thing looks in a read, as far as the words say. */
export const saidOf = (screenplay: Pick<Screenplay, 'entries'>, thing: Thing): SaidThing => thingsNamed(screenplay).get(thing)?.said ?? { thing };

const wordsOf = (name: string): RegExp => new RegExp(`(?<![\\p{L}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'iu');

/** The entries that mention a person's name, and those that the person speaks. */
function entriesOf({ entries }: Screenplay, character: string): number[] {
  const named = wordsOf(character);
  return entries.filter((entry) => entry.character === character || named.test(entry.text)).map(({ index }) => index);
}

/** Everything that a read names and a picture can show: things and animals, its places, and its people. */
export function nounsOf(screenplay: Screenplay, art: Pick<ReadArt, 'places' | 'looks'>): Noun[] {
  const things = [...thingsNamed(screenplay)].filter(([thing]) => CAN_BE_DRAWN.has(thing)).map(([thing, { entries }]): Noun => (
    { nounKey: thingKey(thing), label: THING_KINDS[thing].one, kind: BEINGS.has(thing) ? 'entity' : 'object', entries }));
  const places = platesOf(art.places, screenplay).map(({ plateKey, name, sceneIndexes }): Noun => (
    { nounKey: placeKey(plateKey), label: name, kind: 'location', entries: sceneIndexes.map((scene) => screenplay.scenes[scene]!.firstEntry) }));
  const people = screenplay.cast.flatMap((member, seat): Noun[] => (art.looks[seat] && member.character !== NARRATOR
    ? [{ nounKey: beingKey(personKey(member)), label: member.character, kind: 'entity', entries: entriesOf(screenplay, member.character) }] : []));
  const all = [...people, ...places, ...things];
  return all.filter(({ nounKey }, at) => all.findIndex((other) => other.nounKey === nounKey) === at);
}
