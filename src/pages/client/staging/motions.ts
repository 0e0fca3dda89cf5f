import type { View } from '../../../craft/film/film.js';
import { courseOf, viewAt, type CoursePoint, type Spot } from '../../../craft/stage/camera-course.js';
import type { ClientMotion, PlayerData, StagingData } from '../../client-data.js';
import { byId, reducedMotion } from '../parts/dom.js';
import type { StagePart } from './stage-part.js';
import { camera, facesAtRest } from './picture-area.js';
import { Spans, type TimedSpan } from './spans.js';

/** Time in which the camera moves to the beginning of a motion, and back to the whole stage. */
const JOIN_MS = 600;
const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 };

const mixed = (one: View, other: View, share: number): View =>
  ({ x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share, zoom: one.zoom + (other.zoom - one.zoom) * share });

/** Adds a start at the whole stage to a course, because a page has no cut at which the camera could jump. */
function joined(course: readonly CoursePoint[]): CoursePoint[] {
  const times = [0, JOIN_MS / 3, (JOIN_MS * 2) / 3, JOIN_MS].filter((atMs) => atMs < course.at(-1)!.atMs);
  const start = times.map((atMs) => ({ atMs, view: mixed(WHOLE, viewAt(course, atMs), atMs / JOIN_MS) }));
  return [...start, ...course.filter(({ atMs }) => atMs > (times.at(-1) ?? -1))];
}

/**
 * The course of a motion. A camera that comes nearer without a target goes to the face of the person who is speaking, or to the middle of the stage when
 * nobody speaks or only the backdrop moves.
 */
function coursePoints({ steps, isBehind }: ClientMotion, durationMs: number): CoursePoint[] {
  const faces = facesAtRest();
  const pointOf = (name: string): Spot | null => {
    const face = faces.get(name);
    return face ? { x: face.x + face.width / 2, y: face.y + face.height / 2 } : null;
  };
  const lit = document.querySelector<HTMLElement>('.actor[data-on]:not([hidden])')?.dataset.name;
  const focus = isBehind || lit === undefined ? null : pointOf(lit);
  return joined(courseOf(steps, { durationMs, focus: focus ?? { x: 0.5, y: 0.5 }, pointOf }));
}

/** Animates elements of the picture as if a camera saw them along the course. The animations are paused; the caller sets their time. */
function animated(elements: readonly HTMLElement[], course: readonly CoursePoint[], durationMs: number): Animation[] {
  const { clientWidth, clientHeight } = byId('picture');
  const frames = course.map(({ atMs, view: { x, y, zoom } }) => ({
    offset: Math.min(1, atMs / durationMs),
    transform: `translate(${((0.5 - x) * zoom * clientWidth).toFixed(2)}px, ${((0.5 - y) * zoom * clientHeight).toFixed(2)}px) scale(${zoom.toFixed(4)})`,
  }));
  return elements.map((element) => {
    element.style.transformOrigin = `${clientWidth / 2 - element.offsetLeft}px ${clientHeight / 2 - element.offsetTop}px`;
    const animation = element.animate(frames, { duration: durationMs, fill: 'both' });
    animation.pause();
    return animation;
  });
}

/** The camera of the page: it follows the motions of a read, unless less motion is wanted. */
export function setUpMotions({ motions = [] }: StagingData, data: PlayerData): StagePart | null {
  const directed = motions.filter(({ steps }) => steps.length > 0);
  if (directed.length === 0) return null;
  const spans = new Spans(motions, data, () => true);
  const backdrops = [...document.querySelectorAll<HTMLElement>('#picture > .backdrop')];
  let running: TimedSpan<ClientMotion> | null = null;
  let animations: Animation[] = [];

  const stop = (): void => {
    const moved = animations.map(({ effect }) => (effect as KeyframeEffect).target as HTMLElement);
    const from = moved.map((element) => getComputedStyle(element).transform);
    for (const animation of animations) animation.cancel();
    moved.forEach((element, at) => { if (running) element.animate({ transform: [from[at]!, 'none'] }, { duration: JOIN_MS, easing: 'ease-in-out' }); });
    [animations, camera.views] = [[], []];
    running = null;
  };
  const start = (next: TimedSpan<ClientMotion>): void => {
    const durationMs = next.endMs - next.startMs;
    for (const element of [...backdrops, byId('cast')]) for (const back of element.getAnimations()) if (!('transitionProperty' in back)) back.cancel();
    const course = coursePoints(next.span, durationMs);
    animations = animated(next.span.isBehind ? backdrops : [...backdrops, byId('cast')], course, durationMs);
    camera.views = next.span.isBehind ? [] : [course[0]!.view, course.at(-1)!.view];
    running = next;
  };
  addEventListener('resize', stop);

  return (entry, ms) => {
    // A camera that has come to its end stays there until the line is over.
    const due = reducedMotion() ? null : spans.begun(entry, ms, entry?.startMs ?? ms).pop() ?? null;
    if (running && (due?.span !== running.span || due.endMs !== running.endMs)) stop();
    if (!due || due.span.steps.length === 0) return;
    if (!running) start(due);
    for (const animation of animations) animation.currentTime = Math.min(ms - due.startMs, due.endMs - due.startMs);
  };
}
