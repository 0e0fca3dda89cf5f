import type { Era } from '../period.js';
import { kindByThings } from './place-evidence.js';
import { findCategory, readHeading, sideOf, timeIn, withThings, type Place } from './place.js';
import { plain, type Side } from './place-terms.js';
import { ADDRESSES, ELSEWHERE, LOCATIVE, OFTEN_NAMES, PLACE_NOUNS, RARE, STAYING, WITH_VIEWS, withoutFigures } from './place-nouns.js';
import type { Category } from './place-words.js';
import { isThere, mergeThings, thingsIn, toldTime, toldWeather } from './said-things.js';
import type { SaidThing } from './things.js';
import { matchesOf } from '../../patterns/matches.js';

/** A passage of a scene: `told` for narration and stage directions, `spoken` for dialogue, which is often about somewhere else. */
export interface Passage { kind: 'told' | 'spoken'; text: string }

export interface SceneText { heading: string; passages: readonly Passage[] }

/** What all scenes of a read have in common. */
export interface Setting {
  era: Era;
  /** True for a documentary or a conversation: its headings name a studio, but its pictures show its subjects. */
  programme: boolean;
  /** The cues of the cast: a heading that consists of them names no place. */
  people: readonly string[];
}

interface Found { category: Category; side: Side; noun: string; score: number; told: number; strong: boolean }

const SPOKEN_SHARE = 0.5;
/** The first characters of a scene count more, because they say where it is; later ones are more often about other places. */
const FIRST_CHARS = 600;
const FIRST_FACTOR = 1.7;
const MAX_CHARS = 6_000;
const STRONG = 2;
const LOCATED_FACTOR = 1.3;
const LOCATED = 1.5;
const UNLOCATED = 0.3;
/** Each further use of the same noun counts this much less. */
const REPEAT_FACTOR = 0.5;
const MIN_SCORE = 1.9;
/** The least score of a place that only dialogue mentions. */
const MIN_SPOKEN = 3.8;
const NAME_SHARE = 0.2;
/** People who are typical of a place are met elsewhere too, so that one of them alone tells no place. */
const PEOPLE = /^(?:magistrates?|jury|pupils|schoolmaster|clerks|warders?|turnkey|convicts?|courtiers|barmaid|(?:inn|bar|saloon)-?keepers?|helmsman|station-?master)$/u;
const PEOPLE_SHARE = 0.4;
const VIEW_FACTOR = 1.5;
const RARE_FACTOR = 1.4;
const STAYING_FACTOR = 1.8;
const MIN_DOMINANT = 4;
const CONTEXT_CHARS = 60;
/** When the first words of a scene do not tell the time of day, the words after this many characters are searched. */
const LATER_CHARS = 600;
/** Parts that are named for a place but may be elsewhere: a garden door is in a house. */
const PART_OF_PLACE = /^[- ](?:doors?|gates?|windows?|walls?|keys?|paths?)(?!\p{L})/u;

interface Tally extends Found { nouns: Map<string, { noun: string; times: number }> }

/** How much one noun says, by its kind, its position and the words before it; 0 when the scene is not there. */
function weightOf({ category, strong: isStrong, noun }: Pick<Found, 'category' | 'strong' | 'noun'>, before: string, printed: string): number {
  if (ELSEWHERE.test(before) || !isThere(before)) return 0;
  const located = LOCATIVE.test(before);
  const name = OFTEN_NAMES.has(category) && /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(printed);
  return (isStrong ? STRONG * (located ? LOCATED_FACTOR : 1) * (WITH_VIEWS.has(category) ? VIEW_FACTOR : 1) * (RARE.has(category) ? RARE_FACTOR : 1)
    : located ? LOCATED : UNLOCATED)
    * (name ? NAME_SHARE : 1) * (PEOPLE.test(noun) ? PEOPLE_SHARE : 1) * (STAYING.test(before) ? STAYING_FACTOR : 1);
}

/** The word before a position with the character at it, as printed. */
const nameAt = (printed: string, at: number): string => printed.slice(printed.slice(0, at).search(/[^\s]+\s$/u), at + 1);

/** Adds up what the words of passages say about the place; the best place first. */
function findPlaces(passages: readonly Passage[]): Found[] {
  const tallies = new Map<string, Tally>();
  let read = 0;
  for (const { kind, text } of passages) {
    if (read >= MAX_CHARS) break;
    const printed = text.slice(0, MAX_CHARS - read).replace(/[’]/g, '\'').replace(/\s+/g, ' ').normalize('NFD').replace(/\p{M}/gu, '');
    const lower = withoutFigures(printed.toLowerCase());
    for (const { category, side, strong, weak } of PLACE_NOUNS) {
      for (const [pattern, isStrong] of [[strong, true], [weak, false]] as const) {
        for (const { index, 0: noun } of pattern ? matchesOf(lower, pattern) : []) {
          if (side === 'out' && PART_OF_PLACE.test(lower.slice(index + noun.length, index + noun.length + 9))) continue;
          const from = Math.max(0, index - CONTEXT_CHARS);
          const weight = weightOf({ category, strong: isStrong, noun }, lower.slice(from, index), nameAt(printed.slice(from, index + 1), index - from))
            * (kind === 'told' ? 1 : SPOKEN_SHARE) * (read + index < FIRST_CHARS ? FIRST_FACTOR : 1);
          if (weight > 0) count(tallies, { category, side, noun, score: weight, told: kind === 'told' ? weight : 0, strong: isStrong });
        }
      }
    }
    read += lower.length;
  }
  return [...tallies.values()].map(({ nouns, ...found }) => ({ ...found, noun: [...nouns.values()].sort((a, b) => b.times - a.times)[0]!.noun }))
    .sort((a, b) => b.score - a.score);
}

/** Adds one noun to the tally of its place; each further use counts less. */
function count(tallies: Map<string, Tally>, found: Found): void {
  const key = `${found.category}/${found.side}`;
  const tally = tallies.get(key) ?? { ...found, score: 0, told: 0, nouns: new Map<string, { noun: string; times: number }>() };
  const stem = found.noun.replace(/s$/, '');
  const { noun, times } = tally.nouns.get(stem) ?? { noun: found.noun, times: 0 };
  tally.nouns.set(stem, { noun, times: times + 1 });
  tally.score += found.score * REPEAT_FACTOR ** times;
  tally.told += found.told * REPEAT_FACTOR ** times;
  tally.strong ||= found.strong;
  tallies.set(key, tally);
}

const FILLER = new Set(['and', 'the', 'others', 'other', 'narration', 'narrator', 'of', 'a', 'with', 'mr', 'mrs', 'miss', 'dr', 'as', 'tells', 'it',
  'scene', 'part', 'chapter', 'act', 'one', 'two', 'three', 'four', 'five', 'six', 'i', 'ii', 'iii', 'iv', 'v', 'vi']);

/** The part of a heading that names a place: empty when it only names people of the cast or counts scenes. */
function placeName(name: string, people: readonly string[]): string {
  const cast = new Set(people.flatMap((cue) => plain(cue).split(/[^a-z]+/)));
  const words = plain(name).split(/[^a-z]+/).filter((word) => word && !FILLER.has(word));
  return words.length > 0 && words.some((word) => !cast.has(word) && !cast.has(word.replace(/s$/, ''))) ? name : '';
}

/** The subject of a programme's scene: what follows the studio in its heading. */
const subjectOf = (heading: string): string => heading.replace(/^.*?\bstudio\b[\s.,:–—-]*/i, '').replace(/^(?:int|ext)[./ ]+/i, '').trim();

/** Words before a proper name that say what it names: Cape Horn, Mount Etna. */
const BEFORE_NAMES = /^(?:the )?(cape|mount|lake|port|bay|isle|straits?|river|gulf|fort|castle)\b/;

/** The nouns that tell what kind of place a name means: "bay" for "a small bay in the north", but not "harbour" for "the harbour bell". */
function headNouns(name: string): string {
  const lower = plain(name);
  const head = lower.split(/\s+(?:of|in|at|on|with|near|from|by)\s+|[,;:–—-]+/)[0]!.trim().split(/\s+/).at(-1) ?? '';
  return `in ${BEFORE_NAMES.exec(lower)?.[1] ?? ''} . at ${head} .`;
}

/** Landscapes and streets: in a programme, two subjects set in a kind of landscape are two places; two set in a kind of building are the same place. */
const COUNTRY = new Set<Category>(['coast', 'beach', 'river', 'mountain', 'forest', 'camp', 'desert', 'field', 'street', 'road', 'garden', 'hills']);

/**
 * The best place by the words of a scene, on the side that the heading states; null when none is clear. A room or house of no stated kind becomes `abstract`.
 */
function findPlace(places: readonly Found[], side: Side | null): Found | null {
  const best = places.find((found) => side === null || found.side === side || found.category === 'lighthouse');
  if (!best || best.score < (best.told > 0.5 ? MIN_SCORE : MIN_SPOKEN)) return null;
  return best.category === 'living' && !best.strong ? { ...best, category: 'abstract' } : best;
}

/** The kind of place that words describe, as `a smoky tavern on the quay`; null when they describe none. */
export function findPlaceIn(words: string, side: Side | null): Pick<Place, 'category' | 'side'> | null {
  const found = findPlace(findPlaces([{ kind: 'told', text: `in ${words}` }]), side);
  if (found) return { category: found.category, side: side ?? found.side };
  const named = findCategory(plain(words), side);
  return named && { category: named.category, side: side ?? named.side ?? sideOf(named.category) };
}

/** The kind of place that running text tells with at least this weight (a strong noun has 2), and the noun that does; null when it tells none. */
export function toldPlace(passages: readonly Passage[], least = 0): { category: Category; side: Side; noun: string } | null {
  const found = findPlace(findPlaces(passages), null);
  return found && found.score >= least ? found : null;
}

/** True for words that name a kind of place, and not only something that many places have. */
export const namesPlace = (words: string): boolean => findPlaces([{ kind: 'told', text: `in ${words}` }]).some(({ strong }) => strong);

/** A scene whose place is being determined. */
interface Sought { place: Place; things: readonly SaidThing[]; unnamed: boolean }

/** Merges the things of all scenes at the same place, so that it has one picture by day and one at night. */
function shared(scenes: readonly Sought[]): Place[] {
  const keyOf = ({ name, category, side }: Place): string => `${plain(name)}/${category}/${side}`;
  const said = new Map<string, SaidThing[]>();
  for (const { place, things } of scenes) said.set(keyOf(place), mergeThings([...said.get(keyOf(place)) ?? [], ...things]));
  return scenes.map(({ place }) => withThings(place, said.get(keyOf(place))!));
}

/**
 * The place of a scene whose heading names none. It takes the place of an earlier unnamed scene of the same kind if one of the two states no things, or if
 * they share one. Otherwise it is a new place, named by what the scene says.
 */
function placeOfNoName(found: Pick<Place, 'category' | 'side' | 'name'>, things: readonly SaidThing[], before: readonly Sought[]): Pick<Place,
  'category' | 'side' | 'name'> {
  const alike = before.filter(({ place, unnamed }) => unnamed && place.category === found.category && place.side === found.side).reverse();
  const same = things.length === 0 ? alike[0] : alike.find((scene) => scene.things.length === 0
    || scene.things.some(({ thing }) => things.some((own) => own.thing === thing)));
  if (same) return { category: found.category, side: found.side, name: same.place.name };
  return alike.length === 0 ? found : { ...found, name: `${found.name}, ${things.map(({ thing }) => thing).slice(0, 4).join(' ')}` };
}

/**
 * The places of a read's scenes, with the things that their words state. A heading that names a kind of place decides. Otherwise it is a platform, in a
 * programme whose first scene addresses an audience; else what the words of the scene tell, narration before dialogue. If they tell nothing, it is the place
 * of the scene before (for a heading without a name, except in a programme), the place of most of the read, or the studio of a programme.
 */
export function readPlaces(scenes: readonly SceneText[], setting: Setting): Place[] {
  const { era, programme, people } = setting;
  const told = scenes.flatMap(({ passages }) => passages);
  const [dominant] = findPlaces(told.map(({ kind, text }) => ({ kind, text: text.slice(0, 400) })));
  const addressed = programme && scenes.slice(0, 1).some(({ passages }) => passages.some(({ text }) => ADDRESSES.test(text)));
  const sought: Sought[] = [];
  for (const { heading, passages } of scenes) {
    const previous = sought.at(-1)?.place ?? null;
    const text = passages.filter(({ kind }) => kind === 'told').map((passage) => passage.text).join(' ');
    const read = readHeading(heading, '', previous, era);
    const subject = programme ? subjectOf(heading) : '';
    const name = placeName(programme && subject ? subject : read.place.name, people);
    const fixed = read.sure && name !== '' && !(programme && ['studio', 'rostrum', 'office'].includes(read.place.category));
    const time = read.hasTime ? read.place.time : toldTime(text) ?? toldTime(text.slice(LATER_CHARS)) ?? timeIn(subject.toLowerCase()) ?? previous?.time ?? 'day';
    const weather = read.place.weather === 'clear' ? toldWeather(text) ?? 'clear' : read.place.weather;
    if (fixed) {
      sought.push({ place: { ...read.place, time, weather }, things: thingsIn(text, read.place.side), unnamed: false });
      continue;
    }
    // The name from the heading becomes the first passage, whose nouns count more than later ones.
    const words = name ? [{ kind: 'told' as const, text: headNouns(name) }, ...passages] : passages;
    const side = programme ? null : read.side;
    const found = findPlace(findPlaces(words), side);
    const named = unstated(found, { name, side, previous, programme, addressed, dominant, guess: read.place });
    const kind = programme || (!found && previous) ? named : { ...named, ...kindByThings(named, side, thingsIn(text), text) };
    // A programme whose words name no place shows its studio, without the things that it speaks of.
    const things = programme && !found ? [] : thingsIn(`${name}. ${text}`, kind.side);
    const unnamed = programme ? kind.name === kind.category : !name;
    const place = unnamed && found ? placeOfNoName(kind, things, sought) : kind;
    sought.push({ place: { ...place, time, era, weather }, things, unnamed });
  }
  return shared(sought);
}

interface Known {
  name: string;
  side: Side | null;
  previous: Place | null;
  programme: boolean;
  addressed: boolean;
  dominant: Found | undefined;
  guess: Place;
}

/** The name that decides the drawing. In a programme the heading's name is a subject, and not always a place. */
function nameOf({ category, noun }: Found, name: string, programme: boolean): string {
  if (!name || (programme && !COUNTRY.has(category))) return programme ? category : noun;
  return `${name}, ${noun}`;
}

/** The place of a scene whose heading does not say it. */
function unstated(found: Found | null, { name, side, previous, programme, addressed, dominant, guess }: Known): Pick<Place, 'category' | 'side' | 'name'> {
  // A speech stays in one place, whatever it is about.
  if (addressed) return { category: 'rostrum', side: 'out', name: 'rostrum' };
  if (found) {
    return { category: found.category, side: found.side, name: nameOf(found, name, programme) };
  }
  const main = dominant && dominant.score >= MIN_DOMINANT && (side === null || dominant.side === side) ? dominant : null;
  if (!name && previous && !programme) return { category: previous.category, side: previous.side, name: previous.name };
  if (main) return { category: main.category, side: main.side, name: nameOf(main, name, programme) };
  if (programme) return { category: 'studio', side: 'in', name: 'studio' };
  return { category: guess.category, side: guess.side, name: name || guess.name };
}
