import { indefinite } from '../../patterns/indefinite.js';
import { PLACE_NAMES, TIME_PHRASES, WEATHER_PHRASES, type Place } from './place.js';
import type { WordedThing } from './said-things.js';
import { THING_KINDS, type SaidThing } from './things.js';

const SEVERAL = /^(?:two|three|four|five|six|seven|eight|nine|ten|several|many|both|countless)\b|(?:[^s]s|shelves|leaves)$/;

/** The usual name of a thing without an article, used when the text has no words of its own for it. */
export const usualName = ({ thing, count = 1 }: SaidThing): string => THING_KINDS[thing][count > 1 ? 'many' : 'one'].replace(/^(?:an?|the) /, '');

/** A thing as a sentence names it, with an article if its kind takes one. */
function named({ thing, words }: WordedThing): string {
  const { one, many } = THING_KINDS[thing];
  if (SEVERAL.test(words)) return words;
  if (one.startsWith('the ')) return `the ${words}`;
  if (/^an? /.test(one)) return indefinite(words);
  return one === many && SEVERAL.test(one) ? one : words;
}

const listed = (things: readonly WordedThing[]): string => {
  const names = things.map(named);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
};

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/**
 * Sentences that describe a place, the best first; callers take the first one that is drawn as this place. A dash follows the name, so that the same name
 * gives the same room by day and at night. Things seen from a room are listed as outside it.
 */
export function promptsFor({ name, category, side, time, weather }: Place, things: readonly WordedThing[]): string[] {
  const isView = ({ thing }: WordedThing): boolean => side === 'in' && THING_KINDS[thing].inside === 'view';
  const [within, seen] = [things.filter((one) => !isView(one)), things.filter(isView)];
  const tail = `${TIME_PHRASES[time]}${WEATHER_PHRASES[weather]}${within.length > 0 ? `, with ${listed(within)}` : ''}${seen.length > 0 ? `; outside, ${listed(seen)}` : ''}.`;
  const kind = PLACE_NAMES[category][side === 'in' ? 0 : 1];
  const plainName = name.replace(/\s+/g, ' ').trim();
  const names = [...plainName ? [plainName, `${side === 'in' ? 'Interior' : 'Exterior'}: ${plainName}`, `${plainName}, ${kind}`] : [], kind, `${side === 'in' ? 'Interior' : 'Exterior'}: ${kind}`];
  return names.map((one) => `${capital(one)} – ${tail}`);
}
