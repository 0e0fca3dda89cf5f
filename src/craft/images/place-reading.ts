import type { Era } from './period.js';
import { findCategory, plain, readHeading, sideOf, timeIn, weatherIn, type Place, type Side, type TimeOfDay } from './place.js';
import { ADDRESSES, ELSEWHERE, LOCATIVE, OFTEN_NAMES, PLACE_NOUNS, WITH_VIEWS } from './place-nouns.js';
import type { Category } from './place-words.js';

/** Words of a scene: `told` of narration and stage directions, `spoken` of dialogue, which is often about somewhere else. */
export interface Passage { kind: 'told' | 'spoken'; text: string }

export interface SceneText { heading: string; passages: readonly Passage[] }

/** What all scenes of a read have in common. */
export interface Setting {
  era: Era;
  /** A documentary or a conversation: its heading names a studio, its pictures show what it speaks of. */
  programme: boolean;
  /** Cues of the cast: a heading made of them names no place. */
  people: readonly string[];
}

interface Found { category: Category; side: Side; noun: string; score: number; told: number }

const SPOKEN_SHARE = 0.5;
/** The first words of a scene say where it is; later ones are more often about other places. */
const FIRST_CHARS = 600;
const FIRST_FACTOR = 1.7;
const MAX_CHARS = 6_000;
const STRONG = 2;
const LOCATED_FACTOR = 1.3;
const LOCATED = 1.5;
const UNLOCATED = 0.3;
/** Uses of one noun beyond the first count less and less. */
const REPEAT_FACTOR = 0.5;
const MIN_SCORE = 1.9;
/** Without a told word, spoken ones must say it clearly. */
const MIN_SPOKEN = 3.8;
const NAME_SHARE = 0.2;
const VIEW_FACTOR = 1.5;
const MIN_DOMINANT = 4;
const CONTEXT_CHARS = 48;
const TIME_CHARS = 700;

interface Tally extends Found { nouns: Map<string, { noun: string; times: number }> }

/** How much one noun says, by its kind, its position and the words before it; 0 when the scene is not there. */
function weightOf(category: Category, isStrong: boolean, before: string, printed: string): number {
  if (ELSEWHERE.test(before)) return 0;
  const located = LOCATIVE.test(before);
  const name = OFTEN_NAMES.has(category) && /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(printed);
  return (isStrong ? STRONG * (located ? LOCATED_FACTOR : 1) * (WITH_VIEWS.has(category) ? VIEW_FACTOR : 1) : located ? LOCATED : UNLOCATED)
    * (name ? NAME_SHARE : 1);
}

/** The word before a position, with what is there, as printed. */
const nameAt = (printed: string, at: number): string => printed.slice(printed.slice(0, at).search(/[^\s]+\s$/u), at + 1);

/** Adds up what the words of some passages say about the place; the best first. */
function findPlaces(passages: readonly Passage[]): Found[] {
  const tallies = new Map<string, Tally>();
  let read = 0;
  for (const { kind, text } of passages) {
    if (read >= MAX_CHARS) break;
    const printed = text.slice(0, MAX_CHARS - read).replace(/[’]/g, '\'').replace(/\s+/g, ' ').normalize('NFD').replace(/\p{M}/gu, '');
    const lower = printed.toLowerCase();
    for (const { category, side, strong, weak } of PLACE_NOUNS) {
      for (const [pattern, isStrong] of [[strong, true], [weak, false]] as const) {
        for (const { index, 0: noun } of pattern ? lower.matchAll(pattern) : []) {
          const from = Math.max(0, index - CONTEXT_CHARS);
          const weight = weightOf(category, isStrong, lower.slice(from, index), nameAt(printed.slice(from, index + 1), index - from))
            * (kind === 'told' ? 1 : SPOKEN_SHARE) * (read + index < FIRST_CHARS ? FIRST_FACTOR : 1);
          if (weight > 0) count(tallies, { category, side, noun, score: weight, told: kind === 'told' ? weight : 0 });
        }
      }
    }
    read += lower.length;
  }
  return [...tallies.values()].map(({ nouns, ...found }) => ({ ...found, noun: [...nouns.values()].sort((a, b) => b.times - a.times)[0]!.noun }))
    .sort((a, b) => b.score - a.score);
}

/** Adds one noun; its further uses count less and less. */
function count(tallies: Map<string, Tally>, found: Found): void {
  const key = `${found.category}/${found.side}`;
  const tally = tallies.get(key) ?? { ...found, score: 0, told: 0, nouns: new Map<string, { noun: string; times: number }>() };
  const stem = found.noun.replace(/s$/, '');
  const { noun, times } = tally.nouns.get(stem) ?? { noun: found.noun, times: 0 };
  tally.nouns.set(stem, { noun, times: times + 1 });
  tally.score += found.score * REPEAT_FACTOR ** times;
  tally.told += found.told * REPEAT_FACTOR ** times;
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

/** The nouns of a name that say what it is: the bay of "a small bay in the north", nothing of "the harbour bell". */
function headNouns(name: string): string {
  const lower = plain(name);
  const head = lower.split(/\s+(?:of|in|at|on|with|near|from|by)\s+|[,;:–—-]+/)[0]!.trim().split(/\s+/).at(-1) ?? '';
  return `in ${BEFORE_NAMES.exec(lower)?.[1] ?? ''} . at ${head} .`;
}

/** Two passages about a country speak of two places; two passages about a house speak of one. */
const COUNTRY = new Set<Category>(['coast', 'beach', 'river', 'mountain', 'forest', 'camp', 'desert', 'field', 'street', 'road', 'garden']);

const TOLD_TIMES: readonly (readonly [TimeOfDay, RegExp])[] = [
  ['dawn', /\b(?:dawn|sun-?rise|day-?break|first light|before the sun)\b/],
  ['day', /\b(?:morning|noon|afternoon|mid-?day|daylight|sun-?shine|sunlight|breakfast|lunch)\b/],
  ['golden', /\b(?:sun-?set|late afternoon|setting sun|sun was low)\b/],
  ['dusk', /\b(?:dusk|twilight|evening|nightfall|gloaming|supper)\b/],
  ['night', /\b(?:night|midnight|moon-?light|full moon|moonlit|by lamplight|stars were|in the dark(?:ness)?)\b/],
];

/** Words before a time that is not the scene's: last night, after having passed a quiet night. */
const OTHER_TIME = /\b(?:good|last|to-?|every|yesterday|previous|having passed (?:\S+ ){0,3}|(?:passed|slept|after|before|since|until|through) (?:the|a|an|all)(?: \S+)?)\W*$/;

/** The time of day that the first words of a scene tell: the earliest word decides. */
function toldTime(text: string): TimeOfDay | null {
  const searched = plain(text.slice(0, TIME_CHARS));
  const found = TOLD_TIMES.flatMap(([time, words]) => {
    const at = searched.search(words);
    return at < 0 || OTHER_TIME.test(searched.slice(Math.max(0, at - 40), at)) ? [] : [{ time, at }];
  });
  return found.sort((a, b) => a.at - b.at)[0]?.time ?? null;
}

const OPEN_AIR = new Set<Category>(['ship', 'coast', 'beach', 'river', 'mountain', 'forest', 'camp', 'desert', 'field', 'garden', 'street', 'road', 'lighthouse', 'station']);

/** What the words of a scene say: the best place on the side that the heading states, or null. */
function findPlace(places: readonly Found[], side: Side | null): Found | null {
  const best = places.find((found) => side === null || found.side === side || found.category === 'lighthouse');
  return best && best.score >= (best.told > 0.5 ? MIN_SCORE : MIN_SPOKEN) ? best : null;
}

/** The kind of place that words describe, as `a smoky tavern on the quay`; null when they describe none. */
export function findPlaceIn(words: string, side: Side | null): Pick<Place, 'category' | 'side'> | null {
  const found = findPlace(findPlaces([{ kind: 'told', text: `in ${words}` }]), side);
  if (found) return { category: found.category, side: side ?? found.side };
  const named = findCategory(plain(words), side);
  return named && { category: named.category, side: side ?? named.side ?? sideOf(named.category) };
}

/**
 * The places of a read's scenes. A heading that names a kind of place decides. Otherwise the words of the scene do, the told ones
 * before the spoken ones; then the place of most of the read, of the scene before, or a platform where someone addresses an audience.
 */
export function readPlaces(scenes: readonly SceneText[], { era, programme, people }: Setting): Place[] {
  const told = scenes.flatMap(({ passages }) => passages);
  const [dominant] = findPlaces(told.map(({ kind, text }) => ({ kind, text: text.slice(0, 400) })));
  const addressed = programme && scenes.slice(0, 1).some(({ passages }) => passages.some(({ text }) => ADDRESSES.test(text)));
  const places: Place[] = [];
  for (const { heading, passages } of scenes) {
    const previous = places.at(-1) ?? null;
    const text = passages.filter(({ kind }) => kind === 'told').map((passage) => passage.text).join(' ');
    const read = readHeading(heading, text, previous, era);
    const subject = programme ? subjectOf(heading) : '';
    const name = placeName(programme && subject ? subject : read.place.name, people);
    const fixed = read.sure && name !== '' && !(programme && ['studio', 'rostrum', 'office'].includes(read.place.category));
    const time = read.hasTime ? read.place.time : toldTime(text) ?? timeIn(subject.toLowerCase()) ?? previous?.time ?? 'day';
    if (fixed) {
      places.push({ ...read.place, time });
      continue;
    }
    // The name in a heading is a word of the passage, and says more than any other one.
    const words = name ? [{ kind: 'told' as const, text: headNouns(name) }, ...passages] : passages;
    const side = programme ? null : read.side;
    const found = findPlace(findPlaces(words), side);
    places.push({ ...unstated(found, { name, side, previous, programme, addressed, dominant, guess: read.place }), time, era,
      weather: weatherOf(found?.category ?? previous?.category ?? 'abstract', read.place, text) });
  }
  return places;
}

const weatherOf = (category: Category, { weather }: Place, text: string): Place['weather'] =>
  (weather !== 'clear' && OPEN_AIR.has(category) ? weather : OPEN_AIR.has(category) ? weatherIn(text.slice(0, 400).toLowerCase()) ?? 'clear' : 'clear');

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
  // A speech has one place, whatever it speaks of.
  if (addressed) return { category: 'rostrum', side: 'out', name: 'rostrum' };
  if (found) {
    const stays = !programme && !name && previous?.category === found.category && previous.side === found.side;
    if (stays) return { category: previous.category, side: previous.side, name: previous.name };
    return { category: found.category, side: found.side, name: nameOf(found, name, programme) };
  }
  const main = dominant && dominant.score >= MIN_DOMINANT && (side === null || dominant.side === side) ? dominant : null;
  if (!name && previous && !programme) return { category: previous.category, side: previous.side, name: previous.name };
  if (main) return { category: main.category, side: main.side, name: nameOf(main, name, programme) };
  if (programme) return { category: 'studio', side: 'in', name: 'studio' };
  return { category: guess.category, side: guess.side, name: name || guess.name };
}
