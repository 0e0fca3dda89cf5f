import type { FilmFormat, HeldShot, Picture, Shot, View } from '../../../craft/film/film.js';
import { unitsOf } from '../../../craft/images/compose.js';
import { frameSvg, type FramePerson, type FrameSpec } from '../../../craft/images/frame.js';
import type { Grade } from '../../../craft/images/grade.js';
import type { Look } from '../../../craft/images/person/look.js';
import { bustFace } from '../../../craft/images/person/portrait.js';
import { parsePlace } from '../../../craft/images/places/place.js';
import type { LineTimes } from '../../../craft/speech/times/line-times.js';
import { pictureKey } from '../pictures/read-pictures.js';
import { facesOf } from './faces.js';

/** A person alone, who says one line or only breathes. */
export interface SpeakingPortrait {
  look: Look;
  /** The cue of the person; people of different names do not blink together. */
  name: string;
  /** The times of the words and sounds of the line; null for a person who says nothing. */
  times: LineTimes | null;
  /** Start of the line, and length of the whole portrait film. */
  lineStartMs: number;
  durationMs: number;
  format: FilmFormat;
  /** Colour grades for the whole picture. */
  grades?: readonly Grade[];
}

/** Half a breath, in seconds: people breathe out longer than in. */
const BREATH = { in: 1.5, out: 2.25 };
/** The camera rises and falls with the shoulders. */
const [EMPTY, FULL]: readonly [View, View] = [{ x: 0.5, y: 0.497, zoom: 1.02 }, { x: 0.5, y: 0.503, zoom: 1.026 }];
/** Height of the face in shares of the shorter side, and where its middle is, in shares of the height. */
const FACE = { height: 0.5, y: 0.47 };
/** Least space above hair and hats, in units. */
const HEADROOM = 26;
/** A room by day; only its light is visible. */
const STUDIO = parsePlace('INT. STUDIO - DAY');

function specOf({ look, format, times, grades = [] }: SpeakingPortrait): FrameSpec {
  const { width, height } = unitsOf({ width: format.widthPx, height: format.heightPx });
  const face = bustFace(look);
  const scale = (FACE.height * Math.min(width, height)) / face.height;
  // The shoulders reach below the lower edge.
  const y = Math.max(height + 24 - 760 * scale, FACE.y * height - face.y * scale, HEADROOM - face.top * scale);
  const person: FramePerson = {
    look, pose: { expression: times ? 'speaking' : 'neutral', ...(times ? { mouth: 'X' } : {}) }, presence: 'seen', x: width / 2 - 300 * scale, y, scale,
  };
  const part = Math.min(1_600 / width, 900 / height);
  const view = { x: (1_600 - width * part) / 2, y: (900 - height * part) / 2, width: width * part, height: height * part };
  return { width, height, scene: { place: STUDIO, seed: look.name, palette: [look.trim] }, background: 'plain', view, air: 0, people: [person], grades };
}

/** Lengths of alternating inward and outward half breaths, in frames; together they fill all frames. */
function breaths(frames: number, framesPerSecond: number): number[] {
  const lengths: number[] = [];
  for (let left = frames; left > 0; left -= lengths.at(-1)!) {
    const seconds = lengths.length % 2 === 0 ? BREATH.in : BREATH.out;
    lengths.push(Math.min(left, Math.round(seconds * framesPerSecond)));
  }
  return lengths;
}

/** The shots of a speaking portrait: together they last `durationMs` and show one picture whose mouth and eyes move. */
export function portraitShots(portrait: SpeakingPortrait): Shot[] {
  const { name, times, lineStartMs, durationMs, format: { framesPerSecond } } = portrait;
  const spec = specOf(portrait);
  const picture: Picture = { key: pictureKey('frame', spec), draw: () => frameSvg(spec) };
  const lengths = breaths(Math.max(1, Math.floor((durationMs * framesPerSecond) / 1_000 + 1e-6)), framesPerSecond);
  let frame = 0;
  return lengths.map((frames, at): HeldShot => {
    const fromMs = (frame * 1_000) / framesPerSecond;
    frame += frames;
    const untilMs = at === lengths.length - 1 ? durationMs : (frame * 1_000) / framesPerSecond;
    const [from, to] = at % 2 === 0 ? [EMPTY, FULL] : [FULL, EMPTY];
    const details = facesOf({ spec, words: `${name}|${times?.text ?? ''}`, times, span: { fromMs: fromMs - lineStartMs, frames, framesPerSecond } });
    return { kind: 'held', durationMs: untilMs - fromMs, picture, from, to, fadeInMs: 0, fadeOutMs: 0, over: null, details };
  });
}
