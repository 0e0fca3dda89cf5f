import type { HeldShot, View } from '../../../craft/film/film.js';
import { levelOf } from '../../../craft/images/weather/effects.js';
import { spansOf } from './cue-spans.js';
import type { Dresser } from './dresser.js';

/** Reach of the first throw of the camera, in shares of the width, by intensity. */
const REACHES = [0.008, 0.014, 0.022] as const;
const STEP_MS = 84;

/** Displacement of the camera in a step, from -1 to 1; the same entry always gets the same one. */
const thrown = (entryIndex: number, step: number): readonly [x: number, y: number] =>
  [(step % 2 === 0 ? 1 : -1) * (0.6 + 0.4 * Math.sin(entryIndex + step * 2.3)), Math.sin(entryIndex * 1.7 + step * 4.1)];

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Another view moved sideways, zoomed in far enough to stay within the picture. */
function aside({ x, y, zoom }: View, dx: number, dy: number, reach: number): View {
  const near = Math.max(zoom, 1 / (1 - 2 * reach));
  const within = (middle: number): number => Math.min(1 - 0.5 / near, Math.max(0.5 / near, middle));
  return { x: rounded(within(x + dx)), y: rounded(within(y + dy)), zoom: rounded(near) };
}

/** The view of a shot's camera after `ms`, on its way from `from` to `to`. */
function viewOf({ from, to, durationMs }: HeldShot, ms: number): View {
  const at = (one: number, other: number): number => one + ((other - one) * ms) / durationMs;
  return { x: at(from.x, to.x), y: at(from.y, to.y), zoom: at(from.zoom, to.zoom) };
}

/**
 * Shakes the camera of the shot that begins a line with a shake cue; the camera then continues its own movement. A camera that already has a course (`via`)
 * is not shaken.
 */
export const shaken: Dresser = (shot, { line, part }, read) => {
  const span = part === 0 && !shot.via ? spansOf(read, line.sceneIndex).find(({ effect, fromEntry }) => effect === 'shake' && fromEntry === line.entryIndex) : undefined;
  if (!span) return shot;
  const lengthMs = Math.min(span.durationMs!, shot.durationMs - STEP_MS);
  const reach = REACHES[levelOf(span.intensity)];
  const steps = Math.floor(lengthMs / STEP_MS);
  const via = Array.from({ length: Math.max(0, steps) }, (_, at) => {
    const atMs = (at + 1) * STEP_MS;
    if (at === steps - 1) return { atMs, view: viewOf(shot, atMs) };
    const left = reach * (1 - (at + 1) / steps);
    const [x, y] = thrown(line.entryIndex, at);
    return { atMs, view: aside(viewOf(shot, atMs), x * left, y * left, reach) };
  });
  return via.length > 0 ? { ...shot, via } : shot;
};
