import type { CameraStep, Pace, Unrest } from './camera-course.js';

/** The camera direction that some words express. */
export interface Direction {
  steps: readonly CameraStep[];
  /** Words without a meaning for a camera. */
  unknown: readonly string[];
  /** A description of moves that cannot be combined; null when all can. */
  clash: string | null;
}

/** Longer directions are refused as a whole. */
export const MAX_STEPS = 4;

type Move = 'in' | 'out' | 'left' | 'right' | 'up' | 'down' | 'still' | Unrest;

const verb = (words: string): string => `(?:${words})(?:s|es|ing|ning|ting)?`;
const SIDEWAYS = verb('pan|drift|slid|slide|track|move|mov|truck|sweep|turn|swing|glide|glid|go');
const UPRIGHT = verb('tilt|crane|cran|drift|move|mov|boom|look|pan|lift|float|climb|go|pedestal');
const NEAR = verb('push|move|mov|dolly|dollie|track|zoom|go|come|com|close|clos|creep|draw|step|ease|eas|rush');
const AWAY = verb('pull|move|mov|dolly|dollie|track|zoom|go|draw|step|ease|eas|back');

/** The patterns of moves. Patterns with more words come first, and each match is removed from the phrase. */
const MOVES: readonly (readonly [Move, RegExp])[] = [
  ['left', new RegExp(`\\b${SIDEWAYS}(?: over)?(?: to| towards?)?(?: the)? left(?:wards?)?\\b`, 'g')],
  ['right', new RegExp(`\\b${SIDEWAYS}(?: over)?(?: to| towards?)?(?: the)? right(?:wards?)?\\b`, 'g')],
  ['up', new RegExp(`\\b(?:${UPRIGHT} up(?:wards?)?|(?:ris(?:e|es|ing)|ascend(?:s|ing)?)(?: up(?:wards?)?)?)\\b`, 'g')],
  ['down', new RegExp(`\\b(?:${UPRIGHT} down(?:wards?)?|(?:${verb('sink|fall|descend')})(?: down(?:wards?)?)?)\\b`, 'g')],
  ['in', new RegExp(`\\b(?:crash[ -]?zoom(?:s|ing)?(?: in)?|${NEAR} (?:in closer|in|closer|nearer|forwards?)|closer|nearer)\\b`, 'g')],
  ['out', new RegExp(`\\b(?:${AWAY} (?:back|out|away|off|backwards?)|retreat(?:s|ing)?|wider)\\b`, 'g')],
  ['handheld', /\bhand[ -]?held\b/g],
  ['tremble', /\b(?:trembl(?:e|es|ing)|quiver(?:s|ing)?|tremors?)\b/g],
  ['shake', /\b(?:shak(?:e|es|ing|y)|shudder(?:s|ing)?|quak(?:e|es|ing)|jolt(?:s|ing)?)\b/g],
  ['still', /\b(?:hold(?:s|ing)?|still|static|steady|stay(?:s|ing)?|fixed|stand(?:s|ing)?)\b/g],
];
const PACES: readonly (readonly [Exclude<Pace, 'even'>, RegExp])[] = [
  ['slow', /\b(?:slow(?:ly)?|gent(?:le|ly)|gradual(?:ly)?|soft(?:ly)?|slight(?:ly)?|subt(?:le|ly)|a little|a bit)\b/g],
  ['fast', /\b(?:fast|quick(?:ly)?|rapid(?:ly)?|sudden(?:ly)?|swift(?:ly)?|hard|sharp(?:ly)?)\b/g],
];
/** Verbs that are enough when a person is named: zoom on Mara, pan to Tobias. */
const TO_PERSON: readonly (readonly ['in' | 'turn', RegExp])[] = [
  ['in', new RegExp(`\\b${verb('push|dolly|dollie|zoom|close|clos|creep|rush')}\\b`, 'g')],
  ['turn', new RegExp(`\\b${verb('pan|drift|swing|turn|track|slide|slid|glide|glid|sweep|go|move|mov')}\\b`, 'g')],
];

/** Words without a meaning of their own, which are ignored. */
const IDLE = new Set('a an the this it its camera lens shot view picture frame we us while with and as in on onto to towards toward at from of over into is are very'.split(' '));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const together = (one: string, other: string): string => `${one} and ${other} at once`;
const OPPOSED: readonly (readonly [Move, Move, string])[] = [
  ['in', 'out', together('nearer', 'further away')], ['left', 'right', together('to the left', 'to the right')], ['up', 'down', together('up', 'down')],
];

/** A phrase from which words are taken as they are understood. */
class Phrase {
  constructor(private left: string) {}

  /** Removes the words from the phrase; returns whether it contained them. */
  take(words: RegExp): boolean {
    const rest = this.left.replace(words, ' ');
    const found = rest !== this.left;
    // Closes the gap that removed words leave, so that words around it match together.
    this.left = rest.replace(/\s+/g, ' ');
    return found;
  }

  /** The words that have not been understood. */
  unknown(): string[] {
    return (this.left.match(/[\p{L}\p{N}'-]+/gu) ?? []).filter((word) => !IDLE.has(word));
  }
}

/** A placeholder for a person of the list. */
const marked = (at: number): string => `\u0001${at}\u0001`;

/** The words with placeholders in place of names; a long name is replaced before a shorter one that it contains. */
function withMarks(words: string, people: readonly string[]): string {
  const longestFirst = [...people.entries()].sort(([, one], [, other]) => other.length - one.length);
  return longestFirst.reduce((text, [at, name]) =>
    text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name.toLowerCase())}(?:'s face|'s)?(?![\\p{L}\\p{N}])`, 'gu'), marked(at)), words);
}

const sign = (moves: ReadonlySet<Move>, less: Move, more: Move): -1 | 0 | 1 => (moves.has(less) ? -1 : moves.has(more) ? 1 : 0);

function clashOf(moves: ReadonlySet<Move>, paces: readonly Pace[], people: readonly string[]): string | null {
  const opposed = OPPOSED.find(([one, other]) => moves.has(one) && moves.has(other));
  if (opposed) return opposed[2];
  if (paces.length > 1) return together('slow', 'fast');
  if (people.length > 1) return together(`to ${people[0]}`, `to ${people[1]}`);
  const unrests = (['handheld', 'shake', 'tremble'] as const).filter((unrest) => moves.has(unrest));
  if (unrests.length > 1) return together(unrests[0]!, unrests[1]!);
  const others = moves.size - 1 - unrests.length + people.length;
  return moves.has('still') && others > 0 ? together('hold', 'move') : null;
}

function readStep(words: string, people: readonly string[]): { step: CameraStep; unknown: string[]; clash: string | null } {
  const phrase = new Phrase(words);
  const named = people.filter((_, at) => phrase.take(new RegExp(marked(at), 'g')));
  const paces = PACES.filter(([, found]) => phrase.take(found)).map(([pace]) => pace);
  const moves = new Set(MOVES.filter(([, found]) => phrase.take(found)).map(([move]) => move));
  const [target = null] = named;
  if (target !== null && !moves.has('in') && !moves.has('out')) {
    const way = TO_PERSON.find(([, found]) => phrase.take(found))?.[0];
    if (way === 'in' || (way === undefined && moves.size === 0)) moves.add('in');
  }
  const unknown = phrase.unknown();
  const isEmpty = moves.size === 0 && named.length === 0 && unknown.length === 0;
  return {
    step: {
      zoom: sign(moves, 'out', 'in'), pan: sign(moves, 'left', 'right'), tilt: sign(moves, 'up', 'down'), target, pace: paces[0] ?? 'even',
      unrest: (['handheld', 'shake', 'tremble'] as const).find((unrest) => moves.has(unrest)) ?? null,
    },
    unknown: isEmpty ? [words.trim()] : unknown, clash: clashOf(moves, paces, named),
  };
}

/**
 * Reads a camera direction in words: push in, pull back, pan or drift left and right, tilt or rise up and down, hold, slow and fast, handheld, shake,
 * tremble, zoom on a person of `people`. "then" begins the next step.
 */
export function readDirection(words: string, people: readonly string[]): Direction {
  const plain = withMarks(words.toLowerCase().replace(/[\u0001]/g, ' ').replace(/[’]/g, '\''), people)
    .replace(/[.;](?=\s|$)/g, ' then ').replace(/[,:!?()"“”]+/g, ' ').replace(/\s+/g, ' ').trim();
  const phrases = plain.split(/(?:^|\s)(?:and then|then|before)(?=\s|$)/).filter((phrase) => phrase.trim() !== '');
  const read = phrases.map((phrase) => readStep(phrase, people));
  const unknown = [...new Set(read.flatMap((one) => one.unknown))];
  return {
    steps: read.map(({ step }) => step), unknown: phrases.length > 0 ? unknown : [words.trim()],
    clash: phrases.length > MAX_STEPS ? `more than ${MAX_STEPS} moves after each other` : read.find(({ clash }) => clash !== null)?.clash ?? null,
  };
}
