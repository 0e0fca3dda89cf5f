import { MOUTHS, type Mouth } from '../images/person/mouths.js';
import type { WantedMouth } from './mouth-sounds.js';

/** A stretch of the clock of a line, in frames. */
export interface FrameSpan { fromMs: number; frames: number; framesPerSecond: number }

/** Every mouth is shown for at least this many frames, because shorter ones look like flicker. */
export const MIN_FRAMES = 2;
/** The cost of each change of the mouth, which keeps pointless changes away. */
const CHANGE_COST = 0.03;
/** A longer silence is a pause, in which the mouth is closed; in a shorter one it may stay as it was. */
const PAUSE_MS = 200;
const [PAUSED, BETWEEN] = [2, 0.15];

/** The visible properties of each mouth: how open and how round it is, and whether the lips meet or the teeth hold the lip. */
const SEEN: Record<Mouth, { open: number; round: number; closed: number; held: number }> = {
  A: { open: 0, round: 0, closed: 1, held: 0 }, X: { open: 0.04, round: 0, closed: 0.9, held: 0 }, B: { open: 0.25, round: 0, closed: 0, held: 0 },
  C: { open: 0.6, round: 0, closed: 0, held: 0 }, D: { open: 1, round: 0, closed: 0, held: 0 }, E: { open: 0.6, round: 0.5, closed: 0, held: 0 },
  F: { open: 0.3, round: 1, closed: 0, held: 0 }, G: { open: 0.12, round: 0, closed: 0, held: 0.6 }, H: { open: 0.5, round: 0, closed: 0, held: 0.25 },
};

const DIFFERENCES = MOUTHS.map((one) => MOUTHS.map((other) => {
  const [a, b] = [SEEN[one], SEEN[other]];
  return Math.abs(a.open - b.open) + 0.6 * Math.abs(a.round - b.round) + 0.7 * Math.abs(a.closed - b.closed) + Math.abs(a.held - b.held);
}));

/** The required mouths of a span, with closed mouths for the silences around and between them. */
function withSilence(wanted: readonly WantedMouth[], fromMs: number, untilMs: number): WantedMouth[] {
  const all: WantedMouth[] = [];
  const rest = (startMs: number, endMs: number, isPause: boolean): void => {
    if (endMs > startMs) all.push({ mouth: 'X', weight: isPause ? PAUSED : BETWEEN, startMs, endMs });
  };
  let at = Math.min(fromMs, wanted[0]?.startMs ?? fromMs);
  wanted.forEach((each, index) => {
    rest(at, each.startMs, index === 0 || each.startMs - at > PAUSE_MS);
    all.push(each);
    at = Math.max(at, each.endMs);
  });
  rest(at, untilMs, true);
  return all;
}

/** The cost of each mouth in each frame: its difference from the required mouths. */
function costsOf(wanted: readonly WantedMouth[], { fromMs, frames, framesPerSecond }: FrameSpan): number[][] {
  const frameMs = 1_000 / framesPerSecond;
  const costs = Array.from({ length: frames }, () => MOUTHS.map(() => 0));
  for (const { mouth, weight, startMs, endMs } of withSilence(wanted, fromMs, fromMs + frames * frameMs)) {
    const [first, last] = [Math.max(0, Math.floor((startMs - fromMs) / frameMs)), Math.min(frames - 1, Math.ceil((endMs - fromMs) / frameMs) - 1)];
    for (let frame = first; frame <= last; frame++) {
      const begin = fromMs + frame * frameMs;
      const share = (Math.min(endMs, begin + frameMs) - Math.max(startMs, begin)) / frameMs;
      if (share <= 0) continue;
      DIFFERENCES[MOUTHS.indexOf(mouth)]!.forEach((difference, at) => { costs[frame]![at]! += share * weight * difference; });
    }
  }
  return costs;
}

/** A sequence of mouths so far: the last mouth, the frame from which it is shown, and the sequence before it. */
interface Way { cost: number; mouth: number; from: number; before: Way | null }

/**
 * The mouth of every frame: the sequence nearest to what the sounds require, with each mouth held for at least `MIN_FRAMES`. Closed lips have so much weight
 * that they are never dropped in favour of their neighbours.
 */
export function mouthFrames(wanted: readonly WantedMouth[], span: FrameSpan): Mouth[] {
  const { frames } = span;
  if (frames < MIN_FRAMES) return Array.from({ length: frames }, () => 'X' as const);
  const costs = costsOf(wanted, span);
  // For each mouth, the best sequence in which it has been shown long enough to change (`settled`), and the one in which it has just begun (`fresh`).
  let settled: (Way | null)[] = MOUTHS.map(() => null);
  let fresh: (Way | null)[] = MOUTHS.map((_, mouth) => ({ cost: costs[0]![mouth]!, before: null, mouth, from: 0 }));
  for (let frame = 1; frame < frames; frame++) {
    const own = costs[frame]!;
    const best = settled.reduce((least, way) => (way && (!least || way.cost < least.cost) ? way : least), null);
    const held = MOUTHS.map((_, mouth): Way | null => {
      const [stays, grows] = [settled[mouth]!, fresh[mouth]!];
      const way = !stays || (grows && grows.cost < stays.cost) ? grows : stays;
      return way && { ...way, cost: way.cost + own[mouth]! };
    });
    fresh = MOUTHS.map((_, mouth) => best && { cost: best.cost + CHANGE_COST + own[mouth]!, before: best, mouth, from: frame });
    settled = held;
  }
  let way: Way | null = settled.reduce((least, each) => (each && (!least || each.cost < least.cost) ? each : least), null);
  const shown: Mouth[] = [];
  for (let until = frames; way; until = way.from, way = way.before) shown.unshift(...Array.from({ length: until - way.from }, () => MOUTHS[way!.mouth]!));
  return shown;
}
