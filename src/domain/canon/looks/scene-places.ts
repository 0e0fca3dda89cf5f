import { eraOfText, type Era } from '../../../craft/images/period.js';
import { readPlaces, type Passage } from '../../../craft/images/places/place-reading.js';
import { truePlace, type PlaceTruth, type UsualLight } from '../../../craft/images/places/place-truths.js';
import type { Place } from '../../../craft/images/places/place.js';
import type { CastMember, Screenplay, ScreenplayEntry } from '../../../craft/screenplay/model.js';

/** True for a voice that reads or tells the source's own words, which say where a scene is. */
const tells = ({ role, description }: CastMember): boolean => role !== 'character' || /\btells (?:the|this|his|her) story\b/i.test(description);

/** Words of the source or of the screenplay: neither headings nor the lines that a programme's hosts add. */
const isOfStory = ({ kind, origin }: ScreenplayEntry): boolean => (kind === 'action' || kind === 'dialogue') && origin !== 'stock';

/** The words of some entries for pictures: what is told says where people are, what is spoken is often about elsewhere. */
export function passagesOf(screenplay: Screenplay, entries: readonly ScreenplayEntry[]): Passage[] {
  const tellers = new Set(screenplay.cast.filter(tells).map(({ character }) => character));
  return entries.filter(isOfStory).map(({ kind, character, text }) => (
    { kind: kind === 'action' || (character !== undefined && tellers.has(character)) ? 'told' : 'spoken', text }));
}

/** The age in which a read is set, from the text it was made of and from its own words; the present when they do not tell. */
export function eraOf(screenplay: Screenplay, source = ''): Era {
  const words = passagesOf(screenplay, screenplay.entries).map(({ text }) => text).join('\n');
  const own = `${screenplay.title}\n${screenplay.scenes.map(({ heading }) => heading).join('\n')}\n${words}`;
  return eraOfText(`${own}\n${source}`) ?? 'modern';
}

/** What a place is, is said before what is in it: a harbour with a church is a harbour. */
const headOf = (words: string): string => words.split(/[,;]? with /i)[0]!.trim() || words;

/** The place that some words describe. */
export function placeOfWords(words: string, era: Era): Place {
  const [place] = readPlaces([{ heading: headOf(words), passages: [{ kind: 'told', text: words }] }], { era, programme: false, people: [] });
  return place!;
}

/** What the canon says of places: what must be true of them, and the light of those whose headings state none. */
export interface PlaceCanon { places: readonly PlaceTruth[]; light: UsualLight }

const NOTHING_SAID: PlaceCanon = { places: [], light: { time: null, weather: null } };

/** The places of a screenplay's scenes, by scene, as their headings and words tell them, and as the canon wants them. */
export function placesOf(screenplay: Screenplay, era: Era, canon: PlaceCanon = NOTHING_SAID): Place[] {
  const { places: truths, light } = canon;
  const scenes = screenplay.scenes.map(({ heading, firstEntry, lastEntry }) => (
    { heading, passages: passagesOf(screenplay, screenplay.entries.slice(firstEntry, lastEntry + 1)) }));
  const places = readPlaces(scenes, { era, programme: screenplay.mode !== 'drama', people: screenplay.cast.map(({ character }) => character) });
  return places.map((place, at) => truePlace(scenes[at]!.heading, place, truths, light));
}
