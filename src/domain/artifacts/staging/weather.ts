import type { Passing, Picture } from '../../../craft/film/film.js';
import { Drawing } from '../../../craft/images/svg.js';
import { STAGE_EFFECTS, isVeiled, levelOf, type Intensity, type StageEffect } from '../../../craft/images/weather/effects.js';
import { flickersIn, lightningIn, type LightChange } from '../../../craft/images/weather/flashes.js';
import { effectVeil } from '../../../craft/images/weather/veil.js';
import type { FilmPictures, StagedRead } from '../film/film-pictures.js';
import { cueSpans, type CueSpan } from './cue-spans.js';
import type { Dresser, ShotMoment } from './dresser.js';

const COMES_MS = 900;
const MOMENT_COMES_MS = 250;

/** How far a colour covers the picture, by intensity. */
interface Wash { colour: string; opacity: readonly [light: number, standard: number, strong: number] }

/** Light that comes with an effect, before a bright place and before a dark one. Rain before a blue sky is no rain. */
const WASHES: Partial<Record<StageEffect, readonly [bright: Wash, dark: Wash]>> = {
  rain: [{ colour: '#56697c', opacity: [0.2, 0.32, 0.42] }, { colour: '#0a1322', opacity: [0.12, 0.2, 0.3] }],
  snow: [{ colour: '#8496aa', opacity: [0.16, 0.26, 0.36] }, { colour: '#1a2436', opacity: [0.06, 0.1, 0.16] }],
  fog: [{ colour: '#dfe5e6', opacity: [0.14, 0.24, 0.4] }, { colour: '#6b7a90', opacity: [0.12, 0.2, 0.34] }],
  smoke: [{ colour: '#4a4950', opacity: [0.12, 0.22, 0.36] }, { colour: '#3d3d44', opacity: [0.12, 0.22, 0.36] }],
  dust: [{ colour: '#d9bf8c', opacity: [0.08, 0.14, 0.26] }, { colour: '#8c774f', opacity: [0.08, 0.14, 0.26] }],
  embers: [{ colour: '#ff7a1f', opacity: [0.06, 0.1, 0.16] }, { colour: '#ff6a14', opacity: [0.08, 0.13, 0.2] }],
  darken: [{ colour: '#05060c', opacity: [0.35, 0.58, 0.78] }, { colour: '#020308', opacity: [0.35, 0.58, 0.78] }],
  glow: [{ colour: '#ffd48a', opacity: [0.14, 0.24, 0.36] }, { colour: '#ffb45c', opacity: [0.14, 0.24, 0.36] }],
  lightning: [{ colour: '#eef4ff', opacity: [0.35, 0.55, 0.72] }, { colour: '#dbe6ff', opacity: [0.35, 0.55, 0.72] }],
  flicker: [{ colour: '#07070d', opacity: [0.12, 0.2, 0.3] }, { colour: '#040409', opacity: [0.14, 0.24, 0.36] }],
};
/** Light that comes from somewhere, and is less far from there. */
const ROUND: ReadonlySet<StageEffect> = new Set(['glow', 'embers']);

function washSvg({ colour, opacity }: Wash, effect: StageEffect, intensity: Intensity, { width, height }: { width: number; height: number }): string {
  const draw = new Drawing(width, height);
  const most = opacity[levelOf(intensity)];
  const fill = ROUND.has(effect) ? draw.radial([[0, colour, most], [1, colour, 0]], [0.5, 0.8], 0.9) : colour;
  return draw.rect(0, 0, width, height, fill, ROUND.has(effect) ? 1 : most).toString();
}

const isDark = ({ scene: { place: { time } } }: ShotMoment['spec']): boolean => time === 'night' || time === 'dusk';

/** The wash of an effect in a shot; null for one that has none. */
function washOf({ effect, intensity }: CueSpan, moment: ShotMoment, pictures: FilmPictures): Picture | null {
  const wash = WASHES[effect]?.[isDark(moment.spec) ? 1 : 0];
  const { width, height } = pictures.canvas;
  return wash ? pictures.kept('film-wash', [wash, effect, intensity, width, height], () => washSvg(wash, effect, intensity, { width, height })) : null;
}

/** The spans of the cues of a scene, on the lines that its film has. */
function spansOf({ staged, screenplay, timeline }: StagedRead, sceneIndex: number): CueSpan[] {
  const scene = screenplay.scenes[sceneIndex];
  const cues = staged.get(sceneIndex)?.fxCues;
  if (!scene || !cues) return [];
  const spoken = timeline.entries.map(({ entryIndex }) => entryIndex).filter((index) => screenplay.entries[index]!.sceneIndex === sceneIndex);
  return cueSpans(cues, scene, spoken).sort((one, other) => STAGE_EFFECTS.indexOf(one.effect) - STAGE_EFFECTS.indexOf(other.effect));
}

type Times = Omit<Passing, 'shown' | 'rise'>;

/** When a lasting effect is seen in a shot; null when it is not. It comes with its first line and goes with its last one. */
function timesOf({ fromEntry, untilEntry, durationMs, opensScene }: CueSpan, { line, part, startMs, durationMs: shotMs }: ShotMoment): Times | null {
  const whole = { fromMs: 0, untilMs: shotMs };
  if (part === null) return opensScene && line.entryIndex === fromEntry ? { ...whole, fadeInMs: Math.min(COMES_MS, shotMs / 2), fadeOutMs: 0 } : null;
  if (line.entryIndex < fromEntry || line.entryIndex > untilEntry) return null;
  const comes = part === 0 && line.entryIndex === fromEntry && !opensScene;
  if (durationMs !== null) {
    const untilMs = Math.min(shotMs, line.startMs + durationMs - startMs);
    const fade = Math.min(MOMENT_COMES_MS, durationMs / 3);
    if (untilMs <= 0) return null;
    return { fromMs: 0, untilMs, fadeInMs: part === 0 ? fade : 0, fadeOutMs: Math.min(untilMs, line.startMs + durationMs <= startMs + shotMs ? fade : 0) };
  }
  const goes = line.entryIndex === untilEntry && startMs + shotMs >= line.endMs;
  const fade = Math.min(COMES_MS, shotMs / 2);
  return { ...whole, fadeInMs: comes ? fade : 0, fadeOutMs: goes ? fade : 0 };
}

/** Changes of light that are whole within a shot. */
const inShot = (changes: readonly LightChange[], { line, startMs, durationMs }: ShotMoment): Times[] => changes.flatMap(({ atMs, untilMs, riseMs, fallMs }) => {
  const from = line.startMs + atMs - startMs;
  return from >= 0 && from + untilMs - atMs <= durationMs ? [{ fromMs: from, untilMs: from + untilMs - atMs, fadeInMs: riseMs, fadeOutMs: fallMs }] : [];
});

function passingOf(span: CueSpan, moment: ShotMoment, pictures: FilmPictures, hasLightning: boolean): Passing[] {
  const { effect, intensity, fromEntry, untilEntry } = span;
  const { line, part } = moment;
  const shown = washOf(span, moment, pictures);
  const lineMs = line.untilMs - line.startMs;
  const isHeard = part !== null && line.entryIndex >= fromEntry && line.entryIndex <= untilEntry;
  if (effect === 'lightning') return isHeard ? inShot(lightningIn(lineMs), moment).map((times) => ({ ...times, shown: shown!, rise: 0 })) : [];
  if (effect === 'flicker') {
    const dips = flickersIn(Math.min(lineMs, span.durationMs ?? lineMs), line.entryIndex);
    return isHeard && !hasLightning ? inShot(dips, moment).map((times) => ({ ...times, shown: shown!, rise: 0 })) : [];
  }
  const times = timesOf(span, moment);
  if (!times) return [];
  const veil = isVeiled(effect) ? [{ ...times, shown: effectVeil(effect, intensity, isDark(moment.spec), { widthPx: pictures.canvas.width, heightPx: pictures.canvas.height }), rise: 0 }] : [];
  return [...shown ? [{ ...times, shown, rise: 0 }] : [], ...veil];
}

/** Lays over a shot what the cues of its scene bring. What is seen follows from the lines of the scene alone. */
export const weathered: Dresser = (shot, moment, read, pictures) => {
  const spans = spansOf(read, moment.line.sceneIndex).filter(({ effect }) => effect !== 'shake');
  const hasLightning = spans.some(({ effect, fromEntry }) => effect === 'lightning' && fromEntry === moment.line.entryIndex);
  const passing = spans.flatMap((span) => passingOf(span, moment, pictures, hasLightning));
  return passing.length > 0 ? { ...shot, passing: [...shot.passing ?? [], ...passing] } : shot;
};
