import type { Grade } from '../../../craft/images/grade.js';
import type { FoundEra } from '../../../craft/images/period.js';
import type { Facing } from '../../../craft/images/person/head-frame.js';
import type { Look } from '../../../craft/images/person/look.js';
import type { Place } from '../../../craft/images/places/place.js';
import { seenPlace } from '../../../craft/images/scenes/index.js';
import { MAX_ON_STAGE } from '../../../craft/stage/stage-plan.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { eraOfBible, type CanonLooks } from '../../canon/looks/canon-people.js';
import { eraOf, placesOf, seenEra, type Stop } from '../../canon/looks/scene-places.js';
import type { VisualCanon } from '../../canon/looks/visual-canon.js';
import type { CurrentRead } from '../read-store.js';
import { changingLooks, type ChangingLooks } from './changing-looks.js';
import { isSeen, looksOf } from './read-looks.js';
import { seenPeople } from './seen-people.js';
import { stagePeople, type StagePresence } from './stage-people.js';

/** All input for drawing the pictures of one read. */
export interface ReadArt {
  title: string;
  kicker: string;
  byline?: string;
  /** Seed of the drawings of a project: a place or a person looks the same in all its reads, and in all runs of one story. */
  seed: string;
  palette: readonly string[];
  /** Treatments of all colours that the canon asks for. */
  grades: readonly Grade[];
  places: readonly Place[];
  /** Indexed by seat: an index into the cast, followed by the extras; null for a narrator. */
  looks: readonly (Look | null)[];
  facings: readonly Facing[];
  /** Changed looks within the read, and looks of crowds; absent when there are no crowds and everybody looks the same throughout. */
  changing?: ChangingLooks;
  /** People who are present without a line, and whom lines are about; absent in older pictures. */
  presence?: StagePresence;
  /** Changes of place within scenes; absent in pictures that were decided before such changes were supported. */
  stops?: readonly Stop[];
  /** Paths of portraits that a service made, by seat. */
  faces: readonly (string | null)[];
  /** Paths of pictures of places that a service made, by scene; null where the drawing is the picture. */
  backdrops: readonly (string | null)[];
  /**
   * The scene with the most dialogue, where dialogue in a scene without a place that can be drawn counts a fifth, and the seats of the up to three people
   * with the most words, in that order.
   */
  coverScene: number;
  leads: readonly number[];
}

/** The part of the art that is decided with a revision. */
export type DecidedArt = Omit<ReadArt, 'title' | 'kicker' | 'byline' | 'backdrops'>;

/** Most people on a cover. */
export const MAX_LEADS = 3;

/** The input for deciding a read's pictures. `source` is the text from which the read was made, `avatar` the episode's own words about how people look. */
export interface ArtMaterial {
  read: Pick<CurrentRead, 'projectId' | 'voiceMap'>;
  screenplay: Screenplay;
  source: string;
  seed: string;
  palette: readonly string[];
  canon: CanonLooks;
  visual: VisualCanon;
  avatar: string;
}

/** A person who mostly stands on the left faces right, and the reverse, so that people face each other. */
export function facingsOf(screenplay: Screenplay): Facing[] {
  const side = screenplay.cast.map(() => 0);
  for (const { firstEntry, lastEntry } of screenplay.scenes) {
    const speaking = new Set(screenplay.entries.slice(firstEntry, lastEntry + 1).map(({ character }) => character));
    const seats = screenplay.cast.flatMap((member, seat) => (isSeen(member) && speaking.has(member.character) ? [seat] : [])).slice(0, MAX_ON_STAGE);
    seats.forEach((seat, position) => { side[seat]! += Math.sign((seats.length - 1) / 2 - position) * seats.length; });
  }
  return side.map((weight): Facing => (weight > 0 ? 1 : weight < 0 ? -1 : 0));
}

function spokenCharacters(screenplay: Screenplay, sceneIndex: number): number {
  const { firstEntry, lastEntry } = screenplay.scenes[sceneIndex]!;
  return screenplay.entries.slice(firstEntry, lastEntry + 1).reduce((sum, { kind, text }) => sum + (kind === 'dialogue' ? text.length : 0), 0);
}

function coverSceneOf(screenplay: Screenplay, places: readonly Place[]): number {
  const weight = (index: number) => spokenCharacters(screenplay, index) * (places[index]!.category === 'abstract' ? 0.2 : 1);
  return places.reduce((best, _, index) => (weight(index) > weight(best) ? index : best), 0);
}

function leadsOf(screenplay: Screenplay): number[] {
  const seats = screenplay.cast.flatMap((member, seat) => (isSeen(member) ? [seat] : []));
  return seats.sort((a, b) => screenplay.cast[b]!.wordCount - screenplay.cast[a]!.wordCount || a - b).slice(0, MAX_LEADS);
}

/** The era of a read: that of the canon, else the one that a model saw, else the one that its words suggest. */
function eraFor({ canon, visual, screenplay, source }: ArtMaterial): FoundEra {
  if (visual.era) return { era: visual.era, isSure: eraOfBible(canon.bible)?.isSure ?? true };
  const seen = seenEra(screenplay);
  return seen ? { era: seen, isSure: true } : eraOf(screenplay, source);
}

/** What the pictures of a read show, without portraits of a service. Chooses and stores looks for people who have none. */
export async function decideFrom(store: ObjectStore, material: ArtMaterial): Promise<Omit<DecidedArt, 'faces'>> {
  const { read, screenplay, source, seed, palette, canon, visual, avatar } = material;
  const found = eraFor(material);
  const { era } = found;
  const { presence, extras, ways } = seenPeople(screenplay) ?? stagePeople(screenplay, source);
  const told = placesOf(screenplay, found, visual, ways);
  const seen = (place: Place): Place => seenPlace({ place, seed, palette });
  const places = told.places.map(seen);
  const staged = { ...screenplay, cast: [...screenplay.cast, ...extras] };
  const looks = await looksOf(store, { read, screenplay: staged, palette, era, source, seed, canon, avatar });
  const changing = changingLooks(screenplay, { cast: staged.cast, looks }, era);
  return {
    seed, palette, grades: visual.grades, places, looks, ...(changing ? { changing } : {}), facings: facingsOf(staged),
    coverScene: coverSceneOf(screenplay, places), leads: leadsOf(screenplay), presence, stops: told.stops.map((stop) => ({ ...stop, place: seen(stop.place) })),
  };
}
