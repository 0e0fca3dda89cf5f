import type { HeldShot, Passing, Picture } from '../../../craft/film/film.js';
import { canvasPictureSvg, canvasWordsSvg, type CanvasSpot } from '../../../craft/images/canvas.js';
import { areasFor, type Area, type CanvasPlace } from '../../../craft/stage/canvas-places.js';
import { seenBy } from '../../../craft/stage/camera-course.js';
import type { FilmPictures, StagedRead } from '../film/film-pictures.js';
import { isUpright } from '../film/placing.js';
import type { CanvasBeat } from '../overlays/theater-canvas.js';
import type { Dresser, ShotMoment } from './dresser.js';
import { faceOf } from './face-areas.js';
import { shownBeats } from './shown-beats.js';

/** How words and pictures appear and disappear; the page uses the same times. */
export const REVEALS = {
  fade: { inMs: 600, outMs: 600, rise: 0 }, drift: { inMs: 900, outMs: 600, rise: 0.04 }, spotlight: { inMs: 900, outMs: 900, rise: 0 },
} as const;
type Reveal = keyof typeof REVEALS;

/** Words or a picture shown for a while; times are on the clock of the film. */
interface Shown { what: Pick<CanvasBeat, 'text' | 'nounKey'>; place: CanvasPlace; reveal: Reveal; startMs: number; endMs: number }

const known = new WeakMap<StagedRead, Map<number, Shown[]>>();

/** The beats of a scene. They are found once for all shots of a film, because the automatic pictures need a search through all words of the scene. */
function beatsOf(read: StagedRead, scene: number): Shown[] {
  const scenes = known.get(read) ?? new Map<number, Shown[]>();
  known.set(read, scenes);
  const beats = scenes.get(scene) ?? timedBeats(read, scene);
  scenes.set(scene, beats);
  return beats;
}

/** The beats of a scene with their times: each ends when the next one at the same place begins. */
function timedBeats(read: StagedRead, scene: number): Shown[] {
  const { timeline, screenplay } = read;
  const timed = shownBeats(read, scene).flatMap((beat) => {
    const line = timeline.entries.find(({ entryIndex }) => entryIndex === beat.entryIndex);
    return line && screenplay.entries[beat.entryIndex]?.sceneIndex === scene ? [{ beat, line }] : [];
  });
  const sceneEndMs = Math.max(...timeline.entries.filter(({ entryIndex }) => screenplay.entries[entryIndex]!.sceneIndex === scene).map(({ endMs }) => endMs));
  return timed.map(({ beat, line }, at) => {
    const next = timed.find((other, place) => place > at && other.beat.place === beat.place);
    const wantedMs = line.startMs + (beat.durationMs ?? line.endMs - line.startMs);
    const endMs = Math.min(wantedMs, next?.line.startMs ?? Number.POSITIVE_INFINITY, sceneEndMs);
    return { what: beat, place: beat.place, reveal: beat.reveal, startMs: line.startMs, endMs };
  });
}

function captionOf({ motion }: ShotMoment): Shown[] {
  if (!motion || motion.running.motion.caption === null) return [];
  const { motion: { caption, composition }, startMs, endMs } = motion.running;
  return [{ what: { text: caption, nounKey: null }, place: 'lower', reveal: composition === 'performance-motion-overlay' ? 'drift' : 'fade', startMs, endMs }];
}

/** Where the first shot of a person's first line shows their name. */
const nameAt = (x: number): Area => ({ x: x - 0.15, y: 0.83, width: 0.3, height: 0.1 });
const SUMMARY: Area = { x: 0.1, y: 0.05, width: 0.8, height: 0.18 };

/** What words must not cover: faces where the camera begins and ends, a name, and the words of the scene. */
function keptFree(shot: HeldShot, { spec, line, part }: ShotMoment, { staged }: StagedRead): Area[] {
  const faces = spec.people.map((person) => faceOf(person, spec));
  const seen = shot.behind ? faces : [shot.from, shot.to].flatMap((view) => faces.map((face) => seenBy(view, face)));
  const speaker = spec.people.find(({ presence }) => presence === 'speaking');
  const named = line.introduces && part === 0 && speaker ? [nameAt(faceOf(speaker, spec).x + faceOf(speaker, spec).width / 2)] : [];
  const opens = line.opensScene && part === 0 && staged.get(line.sceneIndex)?.summary;
  return [...seen, ...named, ...opens ? [SUMMARY] : []];
}

function pictureOf({ text, nounKey }: Shown['what'], spot: CanvasSpot, { nouns }: StagedRead, pictures: FilmPictures): Picture | null {
  if (text !== null) return pictures.kept('stage-words', [text, spot], () => canvasWordsSvg(text, spot));
  const image = nouns.get(nounKey ?? '');
  return image ? pictures.kept('stage-picture', [image.path, spot], async () => canvasPictureSvg(await image.dataUri(), spot)) : null;
}

/** Fades in and out softly, except where the shot before or after also shows it. */
function passingOf({ reveal, startMs, endMs }: Shown, shown: Picture, moment: ShotMoment): Passing {
  const { inMs, outMs, rise } = REVEALS[reveal];
  const begins = startMs >= moment.startMs;
  const ends = endMs <= moment.startMs + moment.durationMs;
  const [fromMs, untilMs] = [Math.max(0, startMs - moment.startMs), Math.min(moment.durationMs, endMs - moment.startMs)];
  const most = (untilMs - fromMs) * 0.4;
  const fadeMs = (ms: number): number => Math.round(Math.min(ms, most));
  return { shown, fromMs, untilMs, fadeInMs: begins ? fadeMs(inMs) : 0, fadeOutMs: ends ? fadeMs(outMs) : 0, rise: begins ? rise : 0 };
}

/** Lays the words and pictures of a stage over its shots: captions of motions, and the beats of the canvas. */
export const stageWords: Dresser = (shot, moment, read, pictures) => {
  if (moment.part === null) return shot;
  const untilMs = moment.startMs + moment.durationMs;
  const shown = [...captionOf(moment), ...beatsOf(read, moment.line.sceneIndex)].filter(({ startMs, endMs }) => startMs < untilMs && endMs > moment.startMs);
  if (shown.length === 0) return shot;
  const areas = areasFor(shown.map(({ place }) => place), isUpright(pictures.canvas), keptFree(shot, moment, read));
  const passing = shown.flatMap((one, at) => {
    const area = areas[at]!;
    const picture = pictureOf(one.what, { area, place: one.place, isLit: one.reveal === 'spotlight', aspect: pictures.canvas }, read, pictures);
    return picture ? [passingOf(one, picture, moment)] : [];
  });
  return { ...shot, passing: [...shot.passing ?? [], ...passing] };
};
