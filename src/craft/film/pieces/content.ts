import { isStill, type Views } from '../camera.js';
import { blurOf, footageBlurOf, type MovingBlur } from './motion-blur.js';
import type { CrossFade, Detail, FilmFormat, Footage, HeldShot, Passing, Picture, PictureBox, Shot, Veil, View } from '../film.js';

/** Frames a second of a draft with a variable frame rate. */
const DRAFT_RATE = 1;

/** Frames a second of all pieces of a film. */
export const rateOf = ({ grade, framesPerSecond, frameRate }: FilmFormat): number => (grade === 'draft' && frameRate !== 'constant' ? DRAFT_RATE : framesPerSecond);

export interface Seen extends Views { picture: Picture }

/** A detail, with the frames at which its picture changes. */
export interface PieceDetail { box: PictureBox; steps: readonly { frame: number; picture: Picture | null }[] }

/** A passing that lies over the frames from `from` up to, but not including, `until`. */
export interface PiecePassing { shown: Picture | Veil; from: number; until: number; fadeIn: number; fadeOut: number; rise: number }

/** The content of a piece, with times in frames: one held picture, or a cross-fade from the first picture to the second. */
export interface PieceContent {
  first: Seen;
  /** A picture in front of the first one, which the camera does not move; the details then belong to it. */
  before: Picture | null;
  second: Seen | null;
  over: Picture | null;
  fadeInFrames: number;
  fadeOutFrames: number;
  details: readonly PieceDetail[];
  footage: { film: Footage; people: Picture | null } | null;
  passing: readonly PiecePassing[];
  /** The motion blur of the camera and of footage; null for none. */
  blur: MovingBlur | null;
  footageBlur: number | null;
}

export const isVeil = (shown: Picture | Veil): shown is Veil => 'drawFrame' in shown;

const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 };
const still = (picture: Picture, view: View): Seen => ({ picture, from: view, to: view, via: [] });
const PLAIN = {
  before: null, second: null, over: null, fadeInFrames: 0, fadeOutFrames: 0, details: [], footage: null, passing: [], blur: null, footageBlur: null,
} as const;

/** Converts milliseconds into frames of a shot, limited to the length of the shot. */
type Timed = (ms: number) => number;

function detailOf({ box, steps }: Detail, timed: Timed): PieceDetail[] {
  const byFrame = new Map(steps.map(({ atMs, picture }) => [timed(atMs), picture]));
  const all = [...byFrame].sort(([one], [other]) => one - other).map(([frame, picture]) => ({ frame, picture }));
  const changes = all.filter(({ picture }, at) => picture?.key !== all[at - 1]?.picture?.key);
  return changes.length > 0 ? [{ box, steps: changes }] : [];
}

function passingOf({ shown, rise, ...times }: Passing, timed: Timed, isDraft: boolean): PiecePassing[] {
  const [from, until] = [timed(times.fromMs), timed(times.untilMs)];
  if (until <= from || (isDraft && isVeil(shown))) return [];
  const fade = (ms: number): number => (isDraft ? 0 : Math.min(until - from, timed(ms)));
  return [{ shown, from, until, fadeIn: fade(times.fadeInMs), fadeOut: fade(times.fadeOutMs), rise: isDraft || isVeil(shown) ? 0 : rise }];
}

/** The views of the camera on a shot; without `moves` it stays at its first view. */
function seenOf({ picture, from, to, via = [] }: HeldShot, moves: boolean, frames: number, timed: Timed): Seen {
  if (!moves) return still(picture, from);
  const byFrame = new Map(via.map(({ atMs, view }) => [timed(atMs), view]));
  const between = [...byFrame].map(([frame, view]) => ({ frame, view })).filter(({ frame }) => frame > 0 && frame < frames - 1);
  return { picture, from, to, via: between.sort((one, other) => one.frame - other.frame) };
}

function heldContent(shot: HeldShot, format: FilmFormat, frames: number): PieceContent {
  const { grade } = format;
  const isDraft = grade === 'draft';
  const timed: Timed = (ms) => Math.min(frames, Math.max(0, Math.round((ms * rateOf(format)) / 1_000)));
  const fade = (ms: number): number => (isDraft ? 0 : timed(ms));
  const { behind, picture } = shot;
  const isFilmed = shot.footage !== undefined && !isDraft;
  const first = isFilmed && !shot.footage?.moves ? still(picture, WHOLE) : seenOf({ ...shot, picture: behind ?? picture }, grade === 'cinema' && frames > 1, frames, timed);
  return {
    ...PLAIN, first, blur: blurOf(first, frames, format), footageBlur: isFilmed ? footageBlurOf(format) : null,
    before: behind && !isFilmed ? picture : null, over: shot.over,
    fadeInFrames: fade(shot.fadeInMs), fadeOutFrames: fade(shot.fadeOutMs),
    details: isDraft || (isFilmed && !shot.footage?.people) ? [] : (shot.details ?? []).flatMap((detail) => detailOf(detail, timed)),
    footage: isDraft ? null : shot.footage ?? null,
    passing: (shot.passing ?? []).flatMap((passing) => passingOf(passing, timed, isDraft)),
  };
}

function fadeContent({ from, to }: CrossFade, { grade }: FilmFormat): PieceContent {
  // At one frame a second a fade has no frames to show, so a draft cuts.
  if (grade === 'draft') return { ...PLAIN, first: still(to.picture, to.view) };
  return { ...PLAIN, first: still(from.picture, from.view), second: still(to.picture, to.view) };
}

/** The content of a piece that shows this many frames of a shot. */
export const contentOf = (shot: Shot, format: FilmFormat, frames: number): PieceContent =>
  (shot.kind === 'held' ? heldContent(shot, format, frames) : fadeContent(shot, format));

const round = (value: number): number => Number(value.toFixed(6));
const viewText = ({ x, y, zoom }: View): number[] => [round(x), round(y), round(zoom)];
const seenText = ({ picture, ...views }: Seen): unknown => [
  picture.key, viewText(views.from), isStill(views) ? null : viewText(views.to),
  ...views.via.length > 0 ? [views.via.map(({ frame, view }) => [frame, ...viewText(view)])] : [],
];
const detailText = ({ box: { x, y, width, height }, steps }: PieceDetail): unknown =>
  [[x, y, width, height].map(round), steps.map(({ frame, picture }) => [frame, picture && picture.key])];
const passingText = ({ shown, from, until, fadeIn, fadeOut, rise }: PiecePassing): unknown => [shown.key, from, until, fadeIn, fadeOut, round(rise)];

/** Everything that determines the frames of a piece, for its key. */
export function contentText(content: PieceContent): unknown[] {
  const { first, before, second, over, fadeInFrames, fadeOutFrames, details, footage, passing, blur, footageBlur } = content;
  const beside = details.length > 0 || footage || passing.length > 0
    ? [details.map(detailText), footage && [footage.film.key, footage.film.fromMs, footage.people && footage.people.key], passing.map(passingText)] : [];
  const blurred = blur || footageBlur !== null ? [['blur', blur && [blur.open, blur.pictures], footageBlur]] : [];
  return [seenText(first), second && seenText(second), over && over.key, fadeInFrames, fadeOutFrames, ...beside, ...before ? [before.key] : [], ...blurred];
}
