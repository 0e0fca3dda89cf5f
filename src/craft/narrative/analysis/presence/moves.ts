import { splitSentences } from '../language/sentences.js';
import { placeIn } from '../scenes/moves.js';
import { timeIn, type Setting } from '../scenes/settings.js';
import type { StoryLine, Telling } from './telling.js';

/** A change of place within a scene, from character `from` of line `index` on. `heading` names the new place in the form of a scene heading. */
export interface Move { index: number; from: number; heading: string }

const headingOf = ({ prefix, place }: Setting): string => `${prefix} ${place.toUpperCase()}`;

/**
 * The places where narration has its people, in the form of scene headings, the last place first; and the last time of day that it states, as a heading
 * spells it.
 */
export function leftAt(narration: string): { headings: string[]; time: string | null } {
  const headings: string[] = [];
  let time: string | null = null;
  for (const { start, end } of splitSentences(narration).reverse()) {
    const sentence = narration.slice(start, end).replace(/\s+/gu, ' ').trim();
    const setting = placeIn(sentence);
    if (setting) headings.push(headingOf(setting));
    time ??= timeIn([sentence]);
  }
  return { headings, time };
}

interface Place { line: number; at: number }

const isAfter = (one: Place, other: Place): boolean => one.line > other.line || (one.line === other.line && one.at >= other.at);

/** The people who are narrated or speak next after a place in a scene; empty when nobody follows in that scene. */
function nextAfter(place: Place, scene: number, lines: readonly StoryLine[], tellings: readonly Telling[]): readonly string[] {
  const told = tellings.find(({ index, from, people }) => people.length > 0 && isAfter({ line: index, at: from }, place));
  const spoken = lines.find(({ index, scene: other, kind, speaker }) => other === scene && kind === 'spoken' && speaker !== null && index > place.line);
  if (spoken && (!told || spoken.index < told.index)) return [spoken.speaker!];
  return told && lines.find(({ index }) => index === told.index)?.scene === scene ? told.people : [];
}

/** Several people, or the narrator: the story follows them to any place. */
const TOGETHER = /(?<![\p{L}’])(?:they|we|I|all|both|party|company|everybody|everyone|couple|pair)(?![\p{L}’])|\p{Lu}\p{L}+\sand\s(?:the\s)?\p{Lu}\p{L}+/iu;

/**
 * The changes of place within scenes. When a single known person goes somewhere, the picture follows only if that person is the next to be narrated or to
 * speak, or if nobody follows in the scene. Places in the first line of a scene are included, although they may only be that of its heading.
 */
export function movesIn(lines: readonly StoryLine[], tellings: readonly Telling[]): Move[] {
  return lines.flatMap(({ index, scene, kind, text }) => {
    if (kind !== 'told') return [];
    return splitSentences(text).flatMap(({ start, end }): Move[] => {
      const sentence = text.slice(start, end);
      const setting = placeIn(sentence);
      if (!setting) return [];
      const movers = tellings.filter((telling) => telling.index === index && telling.from >= start && telling.from < end).flatMap(({ people }) => people);
      const next = nextAfter({ line: index, at: end }, scene, lines, tellings);
      const goesAlong = movers.length > 1 || TOGETHER.test(sentence) || next.length === 0 || movers.length === 0 || next.some((one) => movers.includes(one));
      return goesAlong ? [{ index, from: start, heading: headingOf(setting) }] : [];
    });
  });
}
