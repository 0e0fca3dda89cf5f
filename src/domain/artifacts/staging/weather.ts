import type { Passing, Picture } from '../../../craft/film/film.js';
import { Drawing } from '../../../craft/images/svg.js';
import { isVeiled, type StageEffect } from '../../../craft/images/weather/effects.js';
import { flickersIn, lightningIn, type LightChange } from '../../../craft/images/weather/flashes.js';
import { effectVeil } from '../../../craft/images/weather/veil.js';
import { washFor } from '../../../craft/images/weather/washes.js';
import type { FilmPictures } from '../film/film-pictures.js';
import { isDarkPlace, spansOf, type CueSpan } from './cue-spans.js';
import type { Dresser, ShotMoment } from './dresser.js';

const COMES_MS = 900;
const MOMENT_COMES_MS = 250;

/** Effects whose light has a source: the wash fades with the distance from it. */
const ROUND: ReadonlySet<StageEffect> = new Set(['glow', 'embers']);

function washSvg(effect: StageEffect, { colour, opacity }: { colour: string; opacity: number }, { width, height }: { width: number; height: number }): string {
  const draw = new Drawing(width, height);
  const isRound = ROUND.has(effect);
  const fill = isRound ? draw.radial([[0, colour, opacity], [1, colour, 0]], [0.5, 0.8], 0.9) : colour;
  return draw.rect(0, 0, width, height, fill, isRound ? 1 : opacity).toString();
}

/** The wash of an effect in a shot; null for an effect without a wash. */
function washOf({ effect, intensity }: CueSpan, { spec }: ShotMoment, pictures: FilmPictures): Picture | null {
  const wash = washFor(effect, intensity, isDarkPlace(spec.scene.place));
  const { width, height } = pictures.canvas;
  return wash && pictures.kept('film-wash', [wash, effect, width, height], () => washSvg(effect, wash, { width, height }));
}

type Times = Omit<Passing, 'shown' | 'rise'>;

/** When a shot shows a lasting effect; null when it does not. The effect fades in with its first line and out with its last one. */
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

/** Changes of light that lie completely within a shot. */
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
  const washed = shown ? [{ ...times, shown, rise: 0 }] : [];
  if (!isVeiled(effect)) return washed;
  const { width: widthPx, height: heightPx } = pictures.canvas;
  return [...washed, { ...times, shown: effectVeil(effect, intensity, isDarkPlace(moment.spec.scene.place), { widthPx, heightPx }), rise: 0 }];
}

/** Lays the cue effects of a scene over a shot. The result depends on the lines of the scene alone. */
export const weathered: Dresser = (shot, moment, read, pictures) => {
  const spans = spansOf(read, moment.line.sceneIndex).filter(({ effect }) => effect !== 'shake');
  const hasLightning = spans.some(({ effect, fromEntry }) => effect === 'lightning' && fromEntry === moment.line.entryIndex);
  const passing = spans.flatMap((span) => passingOf(span, moment, pictures, hasLightning));
  return passing.length > 0 ? { ...shot, passing: [...shot.passing ?? [], ...passing] } : shot;
};
