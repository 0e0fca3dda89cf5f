import { seeded, type Random } from '../../../craft/images/random.js';
import type { Mood } from '../../../craft/people/moods.js';
import type { FilmLine } from './film-lines.js';

/** How much of the stage a shot shows: the place alone, everybody in it, a few of them, two, or one from further to nearer. */
export type ShotSize = 'place' | 'wide' | 'group' | 'two' | 'far' | 'medium' | 'close';
export type PlacePart = 'whole' | 'near' | 'left' | 'right';
export type Camera = 'still' | 'push' | 'pull' | 'left' | 'right';

export interface Framing {
  size: ShotSize;
  /** Who is in the picture, in the order of the cast. */
  people: readonly string[];
  /** The part of the place that is seen without people. */
  part: PlacePart;
  camera: Camera;
  /** Whom its words tell of, and in which mood. */
  told: readonly string[];
  mood: Mood | null;
}

/** One shot of a line: which of how many, whom its words tell of and in which mood, and the character of the line that decides where it is. */
export interface LineShot { part: number; parts: number; durationMs: number; told: readonly string[]; mood: Mood | null; from: number }

/** No shot is longer. */
export const MAX_SHOT_MS = 7_000;
/** A shorter line is seen in a shot that can follow another one of the same two people without a jump. */
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

/** People around the first of `first`, as many as a group shows, and those who are named. */
function around(standing: readonly string[], first: readonly string[]): string[] {
  const centre = standing.indexOf(first[0] ?? '');
  const nearest = standing.filter((name) => !first.includes(name))
    .sort((one, other) => Math.abs(standing.indexOf(one) - centre) - Math.abs(standing.indexOf(other) - centre));
  const chosen = new Set([...first, ...nearest].slice(0, MAX_GROUP));
  return standing.filter((name) => chosen.has(name));
}

/** Who is nearest to somebody in the conversation. */
export const partnerOf = (name: string, { nearest }: FilmLine): string | null => nearest.find((other) => other !== name) ?? null;

const PLACE: Seen = { size: 'place', people: [] };
const one = (size: 'far' | 'medium' | 'close', name: string): Seen => ({ size, people: [name] });

/**
 * What is seen of a person who speaks, who is in every shot of the line. Shots that follow each other are never of one size with one person: of a long line,
 * those beside the speaker's own show the others, too; a second line of one speaker begins nearer than the first.
 */
function spoken(line: FilmLine, speaker: string, { part, parts, durationMs, told }: LineShot, random: Random): Seen {
  const { moment: { standing }, opensScene, run, emotion } = line;
  const other = partnerOf(speaker, line);
  const everybody: Seen = { size: 'wide', people: standing };
  const group: Seen = { size: 'group', people: around(standing, other === null ? [speaker] : [speaker, other]) };
  const pair: Seen = other === null ? one('medium', speaker) : { size: 'two', people: standing.filter((name) => name === speaker || name === other) };
  const several = standing.length > 2 ? 1 : 0;
  if (opensScene && part === 0) return everybody;
  if (durationMs < SHORT_MS) return pair;
  if (part > 0 && (part === parts - 1 || (part % 2 === 1 && part < parts - 2))) {
    const withOne = (name: string): Seen => ({ size: 'two', people: standing.filter((one) => one === speaker || one === name) });
    // What is whispered is heard by one other person; what is said of somebody who is there, often by that one.
    if (emotion === 'whisper' && other !== null) return withOne(other);
    const named = several > 0 ? told.find((name) => name !== speaker) : undefined;
    return weighted(random, [[0.5, everybody], [0.35 * several, group], ...named === undefined ? [] : [[0.6, withOne(named)] as const]]);
  }
  if ((run + Math.ceil(part / 2)) % 2 === 1) return one('close', speaker);
  // Of two who answer each other only one is seen in shots of both, so that no such shot follows another.
  const answers = part === 0 && other !== null && standing.indexOf(speaker) > standing.indexOf(other) ? 1 : 0;
  return weighted(random, [
    [0.55, one('medium', speaker)], [0.4 * answers, pair], [0.25 * answers * several, group], [INTENSE.has(emotion) ? 0.35 : 0, one('close', speaker)],
  ]);
}

/** One whose sizes take turns along a line, so that no shot is like the one before. */
const turned = (name: string, part: number, random: Random): Seen => (part % 2 === 0 ? one('far', name) : one(random.chance(0.65) ? 'medium' : 'close', name));

/** Those of whom a voice tells. */
function toldOf({ opensScene, run, moment: { standing } }: FilmLine, { part, told }: LineShot, random: Random): Seen {
  const [first, second] = told as [string, string?];
  if (second === undefined) {
    const few: Seen = { size: standing.length > 2 ? 'group' : 'two', people: standing.length > 2 ? around(standing, told) : standing };
    return standing.length > 1 && part % 2 === 0 && !opensScene ? weighted(random, [[0.8, one('far', first)], [0.2, few]]) : turned(first, part, random);
  }
  if (told.length === 2) return part % 2 === 0 ? { size: 'two', people: told } : one('medium', random.chance(0.5) ? first : second);
  return (run + part) % 2 === 0 ? { size: 'group', people: around(standing, told) } : { size: 'wide', people: standing };
}

/** What is seen while a voice tells: those of whom it tells, else everybody or the place; seldom the teller. Two lines in a row never begin with the same. */
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

/** What one shot of a line shows. The line alone decides, with the speakers around it. */
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

/** When the shots of a line begin: at its start, and as often as needed at one of the `breaks`, the beginnings of its captions. */
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
