import type { FilmFormat, HeldShot, Picture, Shot, View } from '../../../craft/film/film.js';
import type { Grade } from '../../../craft/images/grade.js';
import { unitsOf } from '../../../craft/images/compose.js';
import type { Look } from '../../../craft/images/person/look.js';
import { portraitOnGround } from '../../../craft/images/person/lit-portrait.js';
import type { LineTimes } from '../../../craft/speech/times/line-times.js';
import { pictureKey } from '../pictures/read-pictures.js';

/** A person alone, who says one line or only breathes. */
export interface SpeakingPortrait {
  look: Look;
  /** The cue of the person; people of different names do not blink together. */
  name: string;
  /** When the words and the sounds of the line are said; null for somebody who says nothing. */
  times: LineTimes | null;
  /** When the line begins, and how long all of it is seen. */
  lineStartMs: number;
  durationMs: number;
  format: FilmFormat;
  /** Treatments of all colours. */
  grades?: readonly Grade[];
}

/** Half a breath. */
const BREATH_MS = { in: 1_500, out: 2_250 };
/** The camera rises and falls with the shoulders. */
const [EMPTY, FULL]: readonly [View, View] = [{ x: 0.5, y: 0.502, zoom: 1.02 }, { x: 0.5, y: 0.496, zoom: 1.026 }];

function groundPicture({ look, format, grades = [] }: SpeakingPortrait): Picture {
  const canvas = unitsOf({ width: format.widthPx, height: format.heightPx });
  return { key: pictureKey('lit-portrait', [look, canvas, grades]), draw: () => portraitOnGround({ look, pose: {}, ...canvas, grades }) };
}

/** The shots of a portrait that speaks: they last `durationMs` together, and show one picture. */
export function portraitShots(portrait: SpeakingPortrait): Shot[] {
  const picture = groundPicture(portrait);
  const shots: HeldShot[] = [];
  for (let [atMs, isIn] = [0, true]; atMs < portrait.durationMs; isIn = !isIn) {
    const durationMs = Math.min(isIn ? BREATH_MS.in : BREATH_MS.out, portrait.durationMs - atMs);
    const [from, to] = isIn ? [EMPTY, FULL] : [FULL, EMPTY];
    shots.push({ kind: 'held', durationMs, picture, from, to, fadeInMs: 0, fadeOutMs: 0, over: null });
    atMs += durationMs;
  }
  return shots;
}
