import { seeded } from '../images/random.js';
import type { FrameSpan } from './mouth-track.js';

/** How long the eyes stay shut, and the bounds of the time from one blink to the next. */
const BLINK_MS = 125;
const [MIN_GAP_MS, MAX_GAP_MS] = [2_000, 6_000];
/** The earliest time of the first blink in a line. It is shorter than `MIN_GAP_MS`, because the line before had blinks of its own. */
const FIRST_MS = 600;
/** A blink that may not happen when it is due moves by less than this. */
const REACH_MS = 1_000;
/** No blink begins or ends within this many frames of the edges of a shot: eyes cut in mid-blink look asleep. */
const EDGE_FRAMES = 2;

/** The times at which the eyes shut, in milliseconds from the start of the line and before `untilMs`. The same seed gives the same times. */
function blinkTimes(seed: string, untilMs: number): number[] {
  const random = seeded(`blinks|${seed}`);
  const times: number[] = [];
  for (let at = random.between(FIRST_MS, MAX_GAP_MS - 1_500); at < untilMs; at += random.between(MIN_GAP_MS, MAX_GAP_MS)) times.push(at);
  return times;
}

/** The blinks of a person, each as its first frame and the frame after its last. `canShut` tells in which frames the eyes may be shut. */
export function blinkFrames(
  seed: string, { fromMs, frames, framesPerSecond }: FrameSpan, canShut: (frame: number) => boolean = () => true,
): [from: number, until: number][] {
  const frameOf = (ms: number): number => Math.round((ms * framesPerSecond) / 1_000);
  const length = Math.max(2, frameOf(BLINK_MS));
  const [first, last] = [EDGE_FRAMES, frames - EDGE_FRAMES - length];
  const fits = (from: number): boolean => from >= first && from <= last && Array.from({ length }, (_, at) => from + at).every(canShut);
  const found: [number, number][] = [];
  for (const time of blinkTimes(seed, fromMs + (frames * 1_000) / framesPerSecond)) {
    const due = frameOf(time - fromMs);
    if (due < 0 || due >= frames) continue;
    const near = Array.from({ length: frameOf(REACH_MS) }, (_, away) => [due + away, due - away]).flat();
    const from = near.find((frame) => fits(frame) && frame >= (found.at(-1)?.[1] ?? 0) + length);
    if (from !== undefined) found.push([from, from + length]);
  }
  return found;
}
