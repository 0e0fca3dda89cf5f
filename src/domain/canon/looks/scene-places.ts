import { ERAS, findEra, type Era, type FoundEra } from '../../../craft/images/period.js';
import { readPlaces, toldPlace, type Passage } from '../../../craft/images/places/place-reading.js';
import { toldTime } from '../../../craft/images/places/said-things.js';
import { truePlace, type PlaceTruth, type UsualLight } from '../../../craft/images/places/place-truths.js';
import { PLACE_NAMES, readHeading, type Place } from '../../../craft/images/places/place.js';
import type { Side } from '../../../craft/images/places/place-terms.js';
import type { Category } from '../../../craft/images/places/place-words.js';
import type { Move } from '../../../craft/narrative/analysis/presence/moves.js';
import type { CastMember, Scene, Screenplay, ScreenplayEntry, Sight } from '../../../craft/screenplay/model.js';
import { headingOfSight, placeOfSight, sightsOf, type PlacedSight } from './seen-places.js';

/** True for a voice that reads or tells the source's own words, which say where a scene is. */
const tells = ({ role, description }: CastMember): boolean => role !== 'character' || /\btells (?:the|this|his|her) story\b/i.test(description);

/** Words of the source or of the screenplay: neither headings nor the lines that a programme's hosts add. */
const isOfStory = ({ kind, origin }: ScreenplayEntry): boolean => (kind === 'action' || kind === 'dialogue') && origin !== 'stock';

/** A passage of an entry, for drawing pictures. */
export interface EntryPassage extends Passage { entryIndex: number }

/**
 * The passages of some entries, for drawing pictures. Narration and action are `told` and say where people are; dialogue is `spoken` and is often about other
 * places.
 */
export function passagesOf(screenplay: Screenplay, entries: readonly ScreenplayEntry[]): EntryPassage[] {
  const tellers = new Set(screenplay.cast.filter(tells).map(({ character }) => character));
  return entries.filter(isOfStory).map(({ index, kind, character, text }) => (
    { entryIndex: index, kind: kind === 'action' || (character !== undefined && tellers.has(character)) ? 'told' : 'spoken', text }));
}

/** The era in which a read is set, from its own words and its source text; `modern` when neither reveals it. */
export function eraOf(screenplay: Screenplay, source = ''): FoundEra {
  const words = passagesOf(screenplay, screenplay.entries).map(({ text }) => text).join('\n');
  const own = `${screenplay.title}\n${screenplay.scenes.map(({ heading }) => heading).join('\n')}\n${words}`;
  return findEra(`${own}\n${source}`) ?? { era: 'modern', isSure: true };
}

/** The era that a model found in the story; null when no model looked or the story does not reveal it. */
export const seenEra = ({ seen }: Pick<Screenplay, 'seen'>): Era | null => ERAS.find((era) => era === seen?.era) ?? null;

/** The words before `with` name the place, the rest is in it: a harbour with a church is a harbour. */
const headOf = (words: string): string => words.split(/[,;]? with /i)[0]!.trim() || words;

/** The place that some words describe. */
export function placeOfWords(words: string, era: Era): Place {
  const [place] = readPlaces([{ heading: headOf(words), passages: [{ kind: 'told', text: words }] }], { era, programme: false, people: [] });
  return place!;
}

/** What the canon says about places: facts that must hold, and the light of places whose headings state none. */
export interface PlaceCanon { places: readonly PlaceTruth[]; light: UsualLight }

const NOTHING_SAID: PlaceCanon = { places: [], light: { time: null, weather: null } };

/** A change of place within a scene: people are there from this character of the entry until the next stop or the end of the scene. */
export interface Stop { entryIndex: number; from: number; place: Place }

/**
 * How a read moves between places: the moves within its scenes, and the source text before the read begins (`before`), with the places (the last one first)
 * and the time that this text tells.
 */
export interface Ways { moves: readonly Move[]; before: { words: string; headings: readonly string[]; time: string | null } }

export const NO_WAYS: Ways = { moves: [], before: { words: '', headings: [], time: null } };

/** A stretch of a scene at one place; `sight` is what a reader of the script saw there. */
interface Stretch { scene: number; entryIndex: number; from: number; heading: string; passages: EntryPassage[]; sight?: Sight }

/** A move within this many characters of a scene's start gives the scene its place, when the heading names none. */
const OPENING_CHARS = 240;
/** How many characters of the source before the read are searched for the place where it begins. */
const TOLD_CHARS = 3_000;
const CLEARLY = 4;

/** True when a heading without a place may stand for the place of another heading: their sides, interior or exterior, agree. */
function mayBeAt(heading: string, other: string): boolean {
  const [stated, found] = [readHeading(heading), readHeading(other)];
  return !stated.sure && found.sure && (stated.side === null || stated.side === found.place.side);
}

/** The passages of a scene, cut where another sight begins. */
function seenStretches({ index }: Scene, passages: readonly EntryPassage[], sights: readonly PlacedSight[]): Stretch[] {
  const begins = ({ entryIndex, sight: { from } }: PlacedSight): [number, number] => [entryIndex, from];
  const isBefore = ([entry, from]: [number, number], [other, otherFrom]: [number, number]): boolean => entry < other || (entry === other && from < otherFrom);
  return sights.map((placed, at): Stretch => {
    const [start, next] = [begins(placed), sights[at + 1] ? begins(sights[at + 1]!) : null];
    const own = passages.flatMap((passage): EntryPassage[] => {
      const from = passage.entryIndex === start[0] ? start[1] : 0;
      const until = next !== null && passage.entryIndex === next[0] ? next[1] : passage.text.length;
      const isIn = !isBefore([passage.entryIndex, from], start) && (next === null || isBefore([passage.entryIndex, from], next));
      return isIn && until > from ? [{ ...passage, text: passage.text.slice(from, until) }] : [];
    });
    return { scene: index, entryIndex: placed.entryIndex, from: placed.sight.from, heading: headingOfSight(placed.sight), passages: own, sight: placed.sight };
  });
}

/** The passages of a scene, cut where the scene moves to another place. */
function stretchesOf(scene: Scene, passages: readonly EntryPassage[], moves: readonly Move[], before: Ways['before']): Stretch[] {
  const stretches: Stretch[] = [{ scene: scene.index, entryIndex: scene.firstEntry, from: 0, heading: scene.heading, passages: [] }];
  let read = 0;
  for (const passage of passages) {
    const own = moves.filter(({ index }) => index === passage.entryIndex);
    const rest = own.filter(({ heading, from }) => {
      const opens = stretches.length === 1 && read + from < OPENING_CHARS && !readHeading(stretches[0]!.heading).sure;
      if (opens && mayBeAt(scene.heading, heading)) stretches[0]!.heading = withTimeOf(scene.heading, heading);
      return !opens;
    });
    const cuts = [0, ...rest.map(({ from }) => from), passage.text.length];
    for (const [at, start] of cuts.slice(0, -1).entries()) {
      if (at > 0) stretches.push({ scene: scene.index, entryIndex: passage.entryIndex, from: start, heading: rest[at - 1]!.heading, passages: [] });
      stretches.at(-1)!.passages.push({ ...passage, text: passage.text.slice(start, cuts[at + 1]) });
    }
    read += passage.text.length;
  }
  stretches[0]!.heading = withBefore(stretches[0]!, before);
  return stretches;
}

/** A heading for a kind of place: with the noun of the text when headings know this noun, otherwise with the usual name. */
function headingOf({ category, side, noun }: { category: Category; side: Side; noun: string }): string {
  const prefix = side === 'in' ? 'INT.' : 'EXT.';
  const own = `${prefix} ${noun.toUpperCase()}`;
  const usual = category === 'road' && side === 'in' ? 'carriage' : PLACE_NAMES[category][side === 'in' ? 0 : 1].replace(/^(?:an?|the)\s/u, '');
  return readHeading(own).sure ? own : `${prefix} ${usual.toUpperCase()}`;
}

/** The heading of a stretch. When neither the heading nor the stretch itself tells the place or the time, they come from the words before the read. */
function withBefore({ heading, passages }: Stretch, { words, headings, time }: Ways['before']): string {
  const isTimed = readHeading(heading).hasTime || passages.some(({ kind, text }) => kind === 'told' && toldTime(text) !== null);
  const timed = time === null || isTimed ? heading : `${heading} - ${time}`;
  if (readHeading(heading).sure || toldPlace(passages) !== null) return timed;
  const left = headings.find((one) => mayBeAt(heading, one));
  if (left !== undefined) return withTimeOf(timed, left);
  const told = words === '' ? null : toldPlace([{ kind: 'told', text: words.slice(-TOLD_CHARS) }], CLEARLY);
  const found = told && headingOf(told);
  return found !== null && mayBeAt(heading, found) ? withTimeOf(timed, found) : timed;
}

/** The heading `other` with the time of `heading`. */
function withTimeOf(heading: string, other: string): string {
  const time = /\s-\s[A-Z ]+$/u.exec(heading)?.[0] ?? '';
  return `${other}${time}`;
}

const isOtherPlace = (one: Place, other: Place): boolean => one.category !== other.category || one.side !== other.side;
/** What a drawing shows, as text for comparison. */
const drawnThings = ({ drawing }: Place): string => (drawing?.things ?? []).map(({ what }) => what).join('\n');

/** A model that read the script also notices smaller changes: dusk, a carriage that has left, or another room. */
const isOtherSight = (one: Place, other: Place): boolean => isOtherPlace(one, other) || one.name !== other.name || one.time !== other.time
  || one.weather !== other.weather || drawnThings(one) !== drawnThings(other);

/**
 * The place of each scene of a screenplay, from its heading and words and adjusted to the canon, and the stops within scenes, where people move to another
 * place.
 */
export function placesOf(
  screenplay: Screenplay, setting: Era | FoundEra, canon: PlaceCanon = NOTHING_SAID, ways: Ways = NO_WAYS,
): { places: Place[]; stops: Stop[] } {
  const { era, isSure } = typeof setting === 'string' ? { era: setting, isSure: true } : setting;
  const { places: truths, light } = canon;
  const stretches = screenplay.scenes.flatMap((scene, at) => {
    const passages = passagesOf(screenplay, screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1));
    const sights = sightsOf(scene, screenplay);
    return sights.length > 0 ? seenStretches(scene, passages, sights) : stretchesOf(scene, passages, ways.moves, at === 0 ? ways.before : NO_WAYS.before);
  });
  const read = readPlaces(stretches, { era, programme: screenplay.mode !== 'drama', people: screenplay.cast.map(({ character }) => character) })
    .map((place, at) => {
      const { heading, sight } = stretches[at]!;
      const told = truePlace(heading, sight ? placeOfSight(place, sight, screenplay) : place, truths, light);
      return isSure ? told : { ...told, isEraGuessed: true as const };
    });
  const places: Place[] = [];
  const stops: Stop[] = [];
  let now: Place | null = null;
  for (const [at, place] of read.entries()) {
    const { scene, entryIndex, from, sight } = stretches[at]!;
    const opens = stretches[at - 1]?.scene !== scene;
    if (opens) places.push(place);
    else if (sight) {
      if (now === null || !isOtherSight(now, place)) continue;
      stops.push({ entryIndex, from, place });
    }
    else if (now !== null && isOtherPlace(now, place) && (place.category !== 'abstract' || place.side !== now.side)) stops.push({ entryIndex, from, place });
    else continue;
    now = place;
  }
  return { places, stops };
}
