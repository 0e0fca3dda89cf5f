import type { Detail, FilmFormat, HeldShot, Picture, PictureBox } from '../../../craft/film/film.js';
import { facePartInFrame, facePartSvg, type FramePerson, type FrameSpec } from '../../../craft/images/frame.js';
import type { FacePart } from '../../../craft/images/person/face.js';
import type { Mouth } from '../../../craft/images/person/mouths.js';
import { bustFace, type Pose } from '../../../craft/images/person/portrait.js';
import type { Box } from '../../../craft/images/svg.js';
import type { LineTimes } from '../../../craft/speech/times/line-times.js';
import { blinkFrames } from '../../../craft/stage/blinks.js';
import { wantedMouths } from '../../../craft/stage/mouth-sounds.js';
import { mouthFrames, type FrameSpan } from '../../../craft/stage/mouth-track.js';
import { pictureKey } from '../pictures/read-pictures.js';

/** Eyes in smaller faces do not blink, because one would not see it; as a share of the picture's height. */
const MIN_BLINKING = 0.12;
/** Half the width of a head with hair and hat, in units of a bust. */
const HEAD_HALF = 190;

/** What `facesOf` needs to animate the faces in a shot of a line. */
export interface FacesOfShot {
  spec: FrameSpec;
  /** The words of the line, which seed the times of the blinks. */
  words: string;
  /** The times of the line's words and sounds; null when nobody is heard. */
  times: LineTimes | null;
  /** The frames of the shot, in the time of the line. */
  span: FrameSpan;
}

/** True for a drawn person whose mouth was set at rest by `atRest`: this person speaks. */
export const speaks = ({ pose, card }: FramePerson): boolean => !card && pose.mouth !== undefined;

/** The frame with the mouths of speaking people at rest, ready to be animated. */
export function atRest(spec: FrameSpec): FrameSpec {
  const people = spec.people.map((person) =>
    (person.presence === 'speaking' && !person.card ? { ...person, pose: { ...person.pose, mouth: 'X' as const } } : person));
  return { ...spec, people };
}

function sharesOf({ x, y, width, height }: Box, frame: Pick<FrameSpec, 'width' | 'height'>): PictureBox | null {
  const [left, top] = [Math.max(0, x / frame.width), Math.max(0, y / frame.height)];
  const [right, bottom] = [Math.min(1, (x + width) / frame.width), Math.min(1, (y + height) / frame.height)];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** A part of a face with another pose in some frames; null when nothing changes or the part is not visible. */
function partDetail(spec: FrameSpec, person: FramePerson, part: FacePart, poses: readonly (Partial<Pose> | null)[], framesPerSecond: number): Detail | null {
  const box = sharesOf(facePartInFrame(person, part), spec);
  if (!box || poses.every((pose) => pose === null)) return null;
  const pictureOf = (change: Partial<Pose>): Picture => {
    const pose = { ...person.pose, ...change };
    const { width, height, scene: { place }, grades } = spec;
    return { key: pictureKey('face-part', [width, height, place, grades, person, pose, part]), draw: () => facePartSvg(spec, person, pose, part) };
  };
  const steps = poses.flatMap((pose, frame) => {
    if (frame > 0 && JSON.stringify(pose) === JSON.stringify(poses[frame - 1])) return [];
    return [{ atMs: (frame * 1_000) / framesPerSecond, picture: pose && pictureOf(pose) }];
  });
  return { box, steps, ...(part === 'mouth' ? { isMouth: true } : {}) };
}

/** True when a person further in front may cover the eyes. */
function isCovered(spec: FrameSpec, at: number): boolean {
  const { x, scale } = spec.people[at]!;
  const [middle, reach] = [x + 300 * scale, 100 * scale];
  return spec.people.slice(at + 1).some((other) => Math.abs(other.x + 300 * other.scale - middle) < reach + HEAD_HALF * other.scale * 0.8);
}

const isLarge = ({ look, scale }: FramePerson, { height }: FrameSpec): boolean => bustFace(look).height * scale > MIN_BLINKING * height;

/** Returns a test for frames in which a word is being spoken. */
function wordFrames({ words }: LineTimes, { fromMs, framesPerSecond }: FrameSpan): (frame: number) => boolean {
  return (frame) => {
    const ms = fromMs + ((frame + 0.5) * 1_000) / framesPerSecond;
    return words.some(({ startMs, endMs }) => startMs <= ms && ms < endMs);
  };
}

const isShut = (mouth: Mouth | undefined): boolean => mouth === 'A' || mouth === 'X';

/** The moving mouths of the people who speak in a shot, and the blinks of everybody whose face is large enough. */
export function facesOf({ spec, words, times, span }: FacesOfShot): Detail[] {
  const { frames, framesPerSecond } = span;
  const mouths = times && spec.people.some(speaks) ? mouthFrames(wantedMouths(times), span) : [];
  const isMidWord = times ? wordFrames(times, span) : () => false;
  return spec.people.flatMap((person, at) => {
    const details: (Detail | null)[] = [];
    const isHeard = speaks(person) && mouths.length > 0;
    if (isHeard) details.push(partDetail(spec, person, 'mouth', mouths.map((mouth) => (mouth === 'X' ? null : { mouth })), framesPerSecond));
    if (!person.card && isLarge(person, spec) && !isCovered(spec, at)) {
      // A face with closed eyes and mouth in the middle of a word looks frozen, so it does not blink then.
      const blinks = blinkFrames(`${person.look.name}|${words}`, span, (frame) => !(isHeard && isShut(mouths[frame]) && isMidWord(frame)));
      const isBlinking = (frame: number): boolean => blinks.some(([from, until]) => from <= frame && frame < until);
      details.push(partDetail(spec, person, 'eyes', Array.from({ length: frames }, (_, frame) => (isBlinking(frame) ? { eyesShut: true } : null)), framesPerSecond));
    }
    return details.filter((detail) => detail !== null);
  });
}

/** The part of a moment on which moving faces depend. */
interface FacesMoment { line: { entryIndex: number; text: string; startMs: number }; part: number | null; startMs: number; durationMs: number; spec: FrameSpec }

/** Faces move in all grades except drafts, which have a low frame rate. */
export const facesMove = ({ grade }: FilmFormat): boolean => grade !== 'draft';

/** A shot of a line whose people speak and blink. `times` are the times of lines by entry index. */
export function withFaces(
  shot: HeldShot, { line, part, startMs, durationMs, spec }: FacesMoment, { format, times }: { format: FilmFormat; times: ReadonlyMap<number, LineTimes> },
): HeldShot {
  if (part === null || !facesMove(format)) return shot;
  const { framesPerSecond } = format;
  const span = { fromMs: startMs - line.startMs, frames: Math.floor((durationMs * framesPerSecond) / 1_000 + 1e-6), framesPerSecond };
  const details = facesOf({ spec, words: line.text, times: times.get(line.entryIndex) ?? null, span });
  return details.length > 0 ? { ...shot, details: [...shot.details ?? [], ...details] } : shot;
}
