import type { HeldShot } from '../../../craft/film/film.js';
import type { FilmPictures } from '../film/film-pictures.js';
import type { StagedScene } from '../overlays/theater-scene.js';
import { REVEALS } from './stage-words.js';

/** The same times as on the page: shown, fading in, and fading out. */
const SHOWN_MS = 6_000;
const IN_MS = 840;
const OUT_MS = 1_080;

/** Lays the words of a scene over one of its opening shots. `goesOn` says that the shot before already shows them, `isLast` that no later shot does. */
export function withSummary(
  shot: HeldShot, scene: StagedScene | undefined, { goesOn, isLast }: { goesOn: boolean; isLast: boolean }, pictures: FilmPictures,
): HeldShot {
  if (!scene || scene.summary === null) return shot;
  const reveal = scene.textReveal ?? 'fade';
  const untilMs = isLast ? Math.min(shot.durationMs, SHOWN_MS) : shot.durationMs;
  const words = {
    shown: pictures.summary(scene.summary, reveal === 'spotlight'), fromMs: 0, untilMs, fadeInMs: goesOn ? 0 : Math.min(IN_MS, Math.round(untilMs * 0.4)),
    fadeOutMs: isLast ? Math.min(OUT_MS, Math.round(untilMs * 0.3)) : 0, rise: goesOn ? 0 : REVEALS[reveal].rise,
  };
  return { ...shot, passing: [...shot.passing ?? [], words] };
}
