import type { Screenplay } from '../../../screenplay/model.js';
import { matchesOf } from '../../../patterns/matches.js';

const MAX_PLACES = 100;
/** A place with its description, `The Café: open all night`, at the beginning of a line or a sentence. */
const NAMED_PLACE = /(?:^|[\n;.!?])\s*[-•*]?\s*(?:the\s+)?([\p{L}\p{N}][\p{L}\p{N} .'’-]{1,39}?)\s*:\s/giu;
const HEADING = /^((?:INT\.|EXT\.|INT\.\/EXT\.)\s)(.*?)(\s-\s[A-Z]+)?$/u;

/** The places that the Series Bible describes, in its spelling. */
export const placesIn = (truths: unknown): string[] =>
  (typeof truths === 'string' ? matchesOf(truths, NAMED_PLACE).map((match) => match[1]!.trim()).slice(0, MAX_PLACES) : []);

/** Letters and digits alone: `Café-Bar` and `CAFE BAR` are one place. */
const placeKey = (place: string): string => place.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase().replace(/^the(?=.{4})/u, '');

/** The screenplay with the places of its headings spelled as the Series Bible spells them. */
export function withBiblePlaces(screenplay: Screenplay, places: readonly string[]): Screenplay {
  if (places.length === 0) return screenplay;
  const spelled = new Map(places.map((place) => [placeKey(place), place.toUpperCase()]));
  const respelled = (heading: string): string => heading.replace(HEADING, (all, before: string, place: string, time: string | undefined) => {
    const name = spelled.get(placeKey(place));
    return name === undefined ? all : `${before}${name}${time ?? ''}`;
  });
  return {
    ...screenplay, scenes: screenplay.scenes.map((scene) => ({ ...scene, heading: respelled(scene.heading) })),
    entries: screenplay.entries.map((entry) => (entry.kind === 'scene_heading' ? { ...entry, text: respelled(entry.text) } : entry)),
  };
}
