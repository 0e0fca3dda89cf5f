import type { View } from '../../../craft/film/film.js';
import type { Camera, Framing } from './framing.js';
import type { Placed } from './placing.js';

/** The whole picture. */
export const STILL: View = { x: 0.5, y: 0.5, zoom: 1 };

/** How much the camera zooms in per second, and at most, as shares of the picture. */
const PUSH_A_SECOND = 0.011;
const MOST = { place: 0.08, people: 0.055 };
/** The zoom during a pan. */
const PAN_ZOOM = 1.06;
const MOST_PAN_MS = 6_000;

/** A view around a point, within the picture. */
function viewAt(x: number, y: number, zoom: number): View {
  const within = (middle: number): number => Math.min(1 - 0.5 / zoom, Math.max(0.5 / zoom, middle));
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  return { x: rounded(within(x)), y: rounded(within(y)), zoom: rounded(zoom) };
}

const MOVES: Record<Camera, (focus: Placed['focus'], zoom: number, share: number) => readonly [View, View]> = {
  still: () => [STILL, STILL],
  push: ({ x, y }, zoom) => [STILL, viewAt(x, y, zoom)],
  pull: ({ x, y }, zoom) => [viewAt(x, y, zoom), STILL],
  left: ({ y }, _, share) => [viewAt(0.5 + 0.03 * share, y, PAN_ZOOM), viewAt(0.5 - 0.03 * share, y, PAN_ZOOM)],
  right: ({ y }, _, share) => [viewAt(0.5 - 0.03 * share, y, PAN_ZOOM), viewAt(0.5 + 0.03 * share, y, PAN_ZOOM)],
};

/** The views with which a shot begins and ends. The camera is slow, so it travels further in a longer shot. */
export function cameraOf({ camera, size }: Framing, focus: Placed['focus'], durationMs: number): readonly [View, View] {
  const zoom = 1 + Math.min(MOST[size === 'place' ? 'place' : 'people'], (PUSH_A_SECOND * durationMs) / 1_000);
  return MOVES[camera](focus, zoom, Math.min(1, durationMs / MOST_PAN_MS));
}
