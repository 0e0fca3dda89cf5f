import { findPlaceIn } from './place-reading.js';
import { readHeading, SAME_TIME, timeIn, weatherIn, withThings, type Place } from './place.js';
import { plain, type TimeOfDay, type Weather } from './place-terms.js';
import { thingsIn } from './said-things.js';

/** The light and weather of places whose headings state none; null for unknown. */
export interface UsualLight { time: TimeOfDay | null; weather: Weather | null }

/** A fact that is always true of a place. */
export interface PlaceTruth {
  /** Words that identify the place in headings. */
  subject: readonly string[];
  words: string;
  /** True when the fact decides the kind of the place, even against its heading. */
  decisive: boolean;
}

const NEGATED = /\b(?:no|not|never|without|avoid(?:ing)?|rarely|seldom)\s+(?:[\w-]+[\s,]*){1,2}/g;
const BY_NIGHT = /\b(candle-?light|candle-?lit|by candles?|candles only|lamp-?light|lamp-?lit|gas-?light|fire-?light|lantern-?light|moonlit|torch-?light)\b/;

/** The light that words ask for in general; none when they speak of several times of day, because they are then rules for each of those. */
export function lightIn(words: string): UsualLight {
  const text = words.toLowerCase().replace(NEGATED, ' ');
  const pieces = text.split(/[.;\n,]+/);
  const times = new Set(pieces.map((piece) => timeIn(piece) ?? (BY_NIGHT.test(piece) ? 'night' as const : null)).filter((time) => time !== null));
  const weathers = new Set(pieces.map(weatherIn).filter((weather) => weather !== null));
  return { time: times.size === 1 ? [...times][0]! : null, weather: weathers.size === 1 ? [...weathers][0]! : null };
}

const VERB = /\s*(?::|\s[–—-]\s|\b(?:stands?|is|are|was|were|lies|sits|has|have|overlooks?|hangs?|must|always|never|smells?|looks?|rises?|opens?)\b)/i;
const SMALL = new Set(['the', 'a', 'an', 'of', 'in', 'at', 'on', 'to', 'and', 'his', 'her', 'their', 'its', 'all', 'every', 'each', 'int', 'ext', 'st']);

const contentWords = (text: string): string[] => plain(text).split(/[^a-z0-9']+/).map((word) => word.replace(/'s$/, '').replace(/s$/, ''))
  .filter((word) => word.length > 1 && !SMALL.has(word));

/** The truths in pieces of text such as `The lighthouse stands on a cliff` or `STARBUCKS: a smoky tavern`. */
export function truthsIn(pieces: readonly string[], decisive: boolean): PlaceTruth[] {
  return pieces.flatMap((piece) => {
    const verb = VERB.exec(piece);
    const head = verb ? piece.slice(0, verb.index) : piece;
    const subject = contentWords(head.split(/\s*,\s*/)[0]!).slice(0, 6);
    const words = verb ? piece.slice(verb.index + verb[0].length).trim() : '';
    // `The Anchor: a tavern` says what a place is, `the tavern stands on a quay` where it is.
    const isWhat = /^\s*(?::|is|are|was|were)$/i.test(verb?.[0] ?? '') && /^an?\s/i.test(words);
    return subject.length > 0 && words ? [{ subject, words, decisive: decisive || isWhat }] : [];
  });
}

const isAbout = ({ subject }: PlaceTruth, name: readonly string[]): boolean => {
  const [inName, inSubject] = [subject.every((word) => name.includes(word)), name.length > 0 && name.every((word) => subject.includes(word))];
  return inName || inSubject;
};

/** A place after its truths are applied, with the usual light if its heading states none. */
export function truePlace(heading: string, place: Place, truths: readonly PlaceTruth[], usual: UsualLight): Place {
  const stated = readHeading(heading);
  const names = [contentWords(stated.place.name), contentWords(place.name)];
  const own = truths.filter((truth) => names.some((name) => isAbout(truth, name)));
  const words = own.map((truth) => truth.words).join('. ');
  const deciding = own.filter(({ decisive }) => decisive || !stated.sure || place.category === 'abstract').map((truth) => truth.words);
  const found = deciding.map((text) => findPlaceIn(text, stated.side)).find((kind) => kind !== null);
  const light = lightIn(words);
  const outdoors = (found?.side ?? place.side) === 'out';
  const weather = outdoors && place.weather === 'clear' && weatherIn(heading.toLowerCase()) === null ? light.weather ?? usual.weather : null;
  const kept = {
    ...place, ...(found ?? {}),
    ...(words ? { details: words.slice(0, 300) } : {}),
    time: stated.hasTime || SAME_TIME.test(heading.toLowerCase()) ? place.time : light.time ?? usual.time ?? place.time,
    weather: weather ?? place.weather,
  };
  // Drops the model's drawing, whose author did not know what the canon says.
  const { drawing, ...plain } = kept;
  return withThings(words ? plain : drawing ? kept : plain, thingsIn(words, kept.side));
}
