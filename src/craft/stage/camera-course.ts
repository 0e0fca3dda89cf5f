import type { View } from '../film/film.js';
import type { Area } from './canvas-places.js';

/** How far and how fast a move goes in the time that it has. */
export type Pace = 'slow' | 'even' | 'fast';
/** How a camera is unsteady. */
export type Unrest = 'handheld' | 'shake' | 'tremble';

/** One step of a camera direction, which may combine several moves. All steps take the same time, one after the other. */
export interface CameraStep {
  /** Nearer (1), further away (-1), or neither. */
  zoom: -1 | 0 | 1;
  /** To the left (-1) or to the right (1). */
  pan: -1 | 0 | 1;
  /** Up (-1) or down (1). */
  tilt: -1 | 0 | 1;
  unrest: Unrest | null;
  pace: Pace;
  /** The cue of the person whom the camera approaches, turns to or leaves; null without one. */
  target: string | null;
}

/** A point of a picture, in shares of its width and height. */
export interface Spot { x: number; y: number }

/** A view of the camera at a time from the start of its motion. Between two points it changes linearly. */
export interface CoursePoint { atMs: number; view: View }

/** The zoom factor of a step (`NEARER`), and how far it moves sideways as a share of the width (`FURTHER`). */
const NEARER: Record<Pace, number> = { slow: 1.18, even: 1.38, fast: 1.65 };
const FURTHER: Record<Pace, number> = { slow: 0.07, even: 0.13, fast: 0.2 };
/** A tilt goes less far than a pan: a picture is less high than wide. */
const TILT_SHARE = 0.8;
/** The zoom of a camera that turns to a person. */
const TURNED_ZOOM = 1.4;
const MOST_ZOOM = 2.2;
/** For each kind of unsteadiness, the points per second and the amplitude as a share of the picture. */
const UNRESTS: Record<Unrest, { rate: number; reach: number }> = {
  handheld: { rate: 3, reach: 0.009 }, shake: { rate: 10, reach: 0.013 }, tremble: { rate: 12, reach: 0.004 },
};
const PACED: Record<Pace, number> = { slow: 0.6, even: 1, fast: 1.5 };
/** The number of points of a move, enough for a soft start and end. */
const EASED_POINTS = 8;

const eased = (share: number): number => share * share * (3 - 2 * share);
const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** The point that the camera aims at, how far its moves have taken it from there, and its zoom. */
interface State { aim: Spot; off: Spot; zoom: number }

const MIDDLE: Spot = { x: 0.5, y: 0.5 };

function after({ aim, off, zoom }: State, { pan, tilt, pace, zoom: nearer, target }: CameraStep, { focus, pointOf }: CourseOf): State {
  const person = target === null ? null : pointOf(target);
  const comesNear = nearer > 0 && pan === 0 && tilt === 0 ? focus : aim;
  return {
    aim: nearer < 0 ? MIDDLE : person ?? comesNear,
    off: { x: off.x + pan * FURTHER[pace], y: off.y + tilt * FURTHER[pace] * TILT_SHARE },
    zoom: zoom * NEARER[pace] ** nearer,
  };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** A view centred on a point, moved as far as necessary to stay within the picture. */
export function viewAround({ x, y }: Spot, zoom: number): View {
  const within = (middle: number): number => Math.min(1 - 0.5 / zoom, Math.max(0.5 / zoom, middle));
  return { x: rounded(within(x)), y: rounded(within(y)), zoom: rounded(zoom) };
}

/** The area of a picture in the coordinates of a camera's view. */
export const seenBy = ({ x, y, zoom }: View, area: Area): Area =>
  ({ x: (area.x - x) * zoom + 0.5, y: (area.y - y) * zoom + 0.5, width: area.width * zoom, height: area.height * zoom });

const viewBetween = (from: View, to: View, share: number): View =>
  ({ x: rounded(between(from.x, to.x, share)), y: rounded(between(from.y, to.y, share)), zoom: rounded(between(from.zoom, to.zoom, share)) });

/** A deterministic oscillation that does not visibly repeat. */
const swing = (seconds: number, rate: number, phase: number): number =>
  (Math.sin(seconds * rate * 2.3 + phase) + Math.sin(seconds * rate * 3.7 + phase * 2.1)) / 2;

const reachOf = ({ unrest, pace }: CameraStep): number => (unrest === null ? 0 : UNRESTS[unrest].reach * PACED[pace]);

/** The points of one step. Unsteadiness is 0 at its start and end, so that nothing jumps between steps. */
function pointsOf(step: CameraStep, { from, to }: { from: View; to: View }, startMs: number, lengthMs: number): CoursePoint[] {
  const isMoving = from.x !== to.x || from.y !== to.y || from.zoom !== to.zoom;
  const rate = step.unrest === null ? 0 : UNRESTS[step.unrest].rate;
  const count = Math.max(isMoving ? EASED_POINTS : 1, Math.ceil((lengthMs * rate) / 1_000));
  return Array.from({ length: count + 1 }, (_, at) => {
    const atMs = startMs + (lengthMs * at) / count;
    const width = at === 0 || at === count ? 0 : reachOf(step);
    const { x, y, zoom } = viewBetween(from, to, eased(at / count));
    const [aside, up] = [width * swing(atMs / 1_000, rate, 1), width * swing(atMs / 1_000, rate, 4)];
    return { atMs: Math.round(atMs), view: viewAround({ x: x + aside, y: y + up }, zoom) };
  });
}

export interface CourseOf {
  durationMs: number;
  /** Where the speaker is, else the middle. The camera moves there when it zooms in without a target, a pan or a tilt. */
  focus: Spot;
  /** Where a person is in the picture; null for a person who is not in it. */
  pointOf(character: string): Spot | null;
}

/** The views at the start of the first step and after each step. They show the whole picture as far as the moves leave room for it. */
function viewsOf(steps: readonly CameraStep[], of: CourseOf): View[] {
  const [first] = steps;
  const came = first?.zoom === -1 && first.target !== null ? of.pointOf(first.target) : null;
  const states: State[] = [{ aim: came ?? MIDDLE, off: { x: 0, y: 0 }, zoom: 1 }];
  for (const step of steps) states.push(after(states.at(-1)!, step, of));
  const middleOf = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const [midX, midY] = [middleOf(states.map(({ off }) => off.x)), middleOf(states.map(({ off }) => off.y))];
  const unrest = Math.max(...steps.map(reachOf));
  const needed = states.map(({ off, zoom }) => 1 / (zoom * (1 - 2 * (unrest + Math.max(Math.abs(off.x - midX), Math.abs(off.y - midY))))));
  const turned = steps.some(({ zoom, target }) => zoom === 0 && target !== null) ? TURNED_ZOOM : 1;
  const nearness = Math.max(turned, ...needed);
  return states.map(({ aim, off, zoom }) => viewAround({ x: aim.x + off.x - midX, y: aim.y + off.y - midY }, Math.min(MOST_ZOOM, zoom * nearness)));
}

/** The course of a camera that follows the steps of a direction. `steps` must not be empty. */
export function courseOf(steps: readonly CameraStep[], of: CourseOf): CoursePoint[] {
  const views = viewsOf(steps, of);
  const lengthMs = of.durationMs / steps.length;
  return steps.flatMap((step, at) => {
    const points = pointsOf(step, { from: views[at]!, to: views[at + 1]! }, at * lengthMs, lengthMs);
    return at === 0 ? points : points.slice(1);
  });
}

/** The view of the camera at a time; before the course and after it the camera stands still. */
export function viewAt(course: readonly CoursePoint[], ms: number): View {
  const at = course.findIndex(({ atMs }) => atMs > ms);
  const next = course[at];
  const before = course[at - 1];
  if (!next) return course.at(-1)!.view;
  if (!before) return next.view;
  const share = (ms - before.atMs) / (next.atMs - before.atMs);
  return viewBetween(before.view, next.view, share);
}
