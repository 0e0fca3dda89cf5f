import { seeded, type Random } from '../../../craft/images/random.js';
import type { Mood } from '../../../craft/people/moods.js';
import type { FilmLine } from './film-lines.js';

/** How much of the stage a shot shows: the place alone, everybody in it, a few people, two people, or one person from further away to nearer. */
export type ShotSize = 'place' | 'wide' | 'group' | 'two' | 'far' | 'medium' | 'close';
export type PlacePart = 'whole' | 'near' | 'left' | 'right';
export type Camera = 'still' | 'push' | 'pull' | 'left' | 'right';

export interface Framing {
  size: ShotSize;
  /** Who is in the picture, in the order of the cast. */
  people: readonly string[];
  /** The part of the place that a shot without people shows. */
  part: PlacePart;
  camera: Camera;
  /** The people whom the words of the shot are about, and the mood. */
  told: readonly string[];
  mood: Mood | null;
}

/**
 * One shot of a line: its index and the number of shots, the people and the mood of its words, and `from`, the character of the line that decides where it
 * takes place.
 */
export interface LineShot { part: number; parts: number; durationMs: number; told: readonly string[]; mood: Mood | null; from: number }

/** No shot is longer. */
export const MAX_SHOT_MS = 7_000;
/** A shorter line gets a shot of the speaker with the partner, which can follow a shot of the same two people without a jump. */
const SHORT_MS = 1_700;
const MIN_SHOT_MS = 1_400;
const MAX_GROUP = 4;
const INTENSE = new Set(['sad', 'angry', 'afraid', 'shout', 'whisper']);

type Choice<T> = readonly [weight: number, choice: T];
type Seen = Pick<Framing, 'size' | 'people'>;

function weighted<T>(random: Random, choices: readonly Choice<T>[]): T {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, choice] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  return choices.at(-1)![1];
}

/** The people in `first` and those who stand nearest to its first one, up to `MAX_GROUP`, in stage order. */
function around(standing: readonly string[], first: readonly string[]): string[] {
  const centre = standing.indexOf(first[0] ?? '');
  const nearest = standing.filter((name) => !first.includes(name))
    .sort((one, other) => Math.abs(standing.indexOf(one) - centre) - Math.abs(standing.indexOf(other) - centre));
  const chosen = new Set([...first, ...nearest].slice(0, MAX_GROUP));
  return standing.filter((name) => chosen.has(name));
}

/** The other person nearest to somebody in the conversation; null when there is none. */
export const partnerOf = (name: string, { nearest }: FilmLine): string | null => nearest.find((other) => other !== name) ?? null;

const PLACE: Seen = { size: 'place', people: [] };
const one = (size: 'far' | 'medium' | 'close', name: string): Seen => ({ size, people: [name] });

/**
 * What a shot of a speaking person shows. The speaker is in every shot of the line. Consecutive shots never show one person in the same size: in a long line,
 * the shots between those of the speaker also show others, and a speaker's second line begins nearer than the first.
 */
function spoken(line: FilmLine, speaker: string, { part, parts, durationMs, told }: LineShot, random: Random): Seen {
  const { moment: { standing }, opensScene, run, emotion } = line;
  const other = partnerOf(speaker, line);
  const everybody: Seen = { size: 'wide', people: standing };
  const group: Seen = { size: 'group', people: around(standing, other === null ? [speaker] : [speaker, other]) };
  const pair: Seen = other === null ? one('medium', speaker) : { size: 'two', people: standing.filter((name) => name === speaker || name === other) };
  const several = standing.length > 2 ? 1 : 0;
  const both = line.joinedBy === undefined ? [] : standing.filter((name) => name === speaker || name === line.joinedBy);
  if (both.length === 2) return { size: 'two', people: both };
  if (opensScene && part === 0) return everybody;
  if (durationMs < SHORT_MS) return pair;
  if (part > 0 && (part === parts - 1 || (part % 2 === 1 && part < parts - 2))) {
    const withOne = (name: string): Seen => ({ size: 'two', people: standing.filter((one) => one === speaker || one === name) });
    // One other person hears a whisper. Words about somebody present are often said to that person.
    if (emotion === 'whisper' && other !== null) return withOne(other);
    const named = several > 0 ? told.find((name) => name !== speaker) : undefined;
    return weighted(random, [[0.5, everybody], [0.35 * several, group], ...named === undefined ? [] : [[0.6, withOne(named)] as const]]);
  }
  if ((run + Math.ceil(part / 2)) % 2 === 1) return one('close', speaker);
  // When two people answer each other, only one of them gets shots of both, so that no two such shots follow each other.
  const answers = part === 0 && other !== null && standing.indexOf(speaker) > standing.indexOf(other) ? 1 : 0;
  return weighted(random, [
    [0.55, one('medium', speaker)], [0.4 * answers, pair], [0.25 * answers * several, group], [INTENSE.has(emotion) ? 0.35 : 0, one('close', speaker)],
  ]);
}

/** One person in alternating sizes along a line, so that no shot is like the one before. */
const turned = (name: string, part: number, random: Random): Seen => (part % 2 === 0 ? one('far', name) : one(random.chance(0.65) ? 'medium' : 'close', name));

/** What a shot shows of the people whom the narration is about. */
function toldOf({ opensScene, run, moment: { standing } }: FilmLine, { part, told }: LineShot, random: Random): Seen {
  const [first, second] = told as [string, string?];
  if (second === undefined) {
    const few: Seen = { size: standing.length > 2 ? 'group' : 'two', people: standing.length > 2 ? around(standing, told) : standing };
    return standing.length > 1 && part % 2 === 0 && !opensScene ? weighted(random, [[0.8, one('far', first)], [0.2, few]]) : turned(first, part, random);
  }
  if (told.length === 2) return part % 2 === 0 ? { size: 'two', people: told } : one('medium', random.chance(0.5) ? first : second);
  return (run + part) % 2 === 0 ? { size: 'group', people: around(standing, told) } : { size: 'wide', people: standing };
}

/**
 * What a shot shows during narration: the people it is about, else everybody or the place; seldom the narrating person. When two consecutive lines of one
 * narrator are about nobody, they do not both begin with the same people in the same size, except with the narrating person, or with the same part of the
 * place.
 */
function narrated(line: FilmLine, shot: LineShot, random: Random): Seen {
  const { opensScene, run, nearest, moment: { standing, speaker } } = line;
  const { part, parts, told } = shot;
  if (standing.length === 0) return PLACE;
  if (told.length > 0) return toldOf(line, shot, random);
  if (opensScene && part === 0) return PLACE;
  const everybody: Seen = { size: 'wide', people: standing };
  const few: Seen = standing.length > 2 ? { size: 'group', people: around(standing, told) } : standing.length === 2 ? { size: 'two', people: standing } : one('far', standing[0]!);
  const teller: Choice<Seen>[] = speaker === null || !standing.includes(speaker) ? [] : [[standing.length === 1 ? 0.5 : 0.15, one('medium', speaker)]];
  if (part % 2 === 1) {
    // The last shot of a line must not be like the first one of the next.
    const between = part === parts - 1 ? PLACE : few;
    return weighted(random, [[0.35, PLACE], [0.35, between], ...nearest.slice(0, 3).map((name): Choice<Seen> => [0.1, one('far', name)])]);
  }
  return run % 2 === 0 ? weighted(random, [[0.65, everybody], [0.25, PLACE], ...teller]) : weighted(random, [[0.35, PLACE], [0.5, few], ...teller]);
}

const CAMERAS: Record<ShotSize, readonly Choice<Camera>[]> = {
  place: [[0.5, 'push'], [0.2, 'pull'], [0.15, 'left'], [0.15, 'right']],
  wide: [[0.6, 'push'], [0.2, 'left'], [0.2, 'right']],
  group: [[0.4, 'push'], [0.3, 'left'], [0.3, 'right']],
  two: [[0.6, 'push'], [0.4, 'still']],
  far: [[0.7, 'push'], [0.3, 'still']],
  medium: [[0.8, 'push'], [0.2, 'still']],
  close: [[0.6, 'push'], [0.4, 'still']],
};

/** Lines that follow each other show other parts of a place. */
const PARTS = [['whole', 'right'], ['near', 'left']] as const;

/** What one shot of a line shows. It depends only on the line and the speakers around it. */
export function framingOf(line: FilmLine, shot: LineShot): Framing {
  const { speaker, standing } = line.moment;
  const random = seeded(`shot|${speaker ?? ''}|${line.text}|${shot.part}`);
  const isSpoken = !line.isTold && speaker !== null && standing.includes(speaker);
  const { size, people } = isSpoken ? spoken(line, speaker, shot, random) : narrated(line, shot, random);
  const opens = line.opensScene && shot.part === 0;
  return {
    size, people, told: shot.told, mood: shot.mood,
    part: size !== 'place' || opens ? 'whole' : PARTS[line.run % 2 as 0 | 1][shot.part % 2 as 0 | 1],
    camera: shot.durationMs < SHORT_MS ? 'still' : opens ? 'push' : weighted(random, CAMERAS[size]),
  };
}

/**
 * Start times of the shots of a line: its own start, and as many others as its length needs. Each of these is one of the `breaks` (starts of its captions)
 * near an even division, or where none fits, the even division itself.
 */
export function shotStarts(startMs: number, untilMs: number, breaks: readonly number[]): number[] {
  const count = Math.max(1, Math.ceil((untilMs - startMs) / MAX_SHOT_MS));
  const starts = [startMs];
  for (let left = count; left > 1; left--) {
    const from = starts.at(-1)!;
    const due = Math.round(from + (untilMs - from) / left);
    const lasts = (ms: number, shots: number): boolean => ms >= MIN_SHOT_MS && ms <= MAX_SHOT_MS * shots;
    const fits = breaks.filter((at) => lasts(at - from, 1) && lasts(untilMs - at, left - 1));
    starts.push(fits.reduce((best, at) => (Math.abs(at - due) < Math.abs(best - due) ? at : best), fits[0] ?? due));
  }
  return starts;
}
