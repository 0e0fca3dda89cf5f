import { createHash } from 'node:crypto';
import type { HeldShot, Picture } from '../../../craft/film/film.js';
import { MAX_ON_NARROW_STAGE, MAX_ON_STAGE } from '../../../craft/stage/stage-plan.js';
import type { BeatLine, BeatPicture } from '../../../craft/trailer/cut.js';
import { cameraOf, STILL } from '../../artifacts/film/camera.js';
import type { FilmImage } from '../../artifacts/film/film-images.js';
import { filmLines, type FilmLine } from '../../artifacts/film/film-lines.js';
import { FilmPictures, type StagedRead } from '../../artifacts/film/film-pictures.js';
import type { Camera, Framing, PlacePart, ShotSize } from '../../artifacts/film/framing.js';
import { isUpright } from '../../artifacts/film/placing.js';
import { withFaces } from '../../artifacts/staging/faces.js';
import { weathered } from '../../artifacts/staging/weather.js';

/** The stage of the read that a film is cut from. `images` maps paths to the images of the project that the film shows. */
export interface FilmStage {
  read: StagedRead; pictures: FilmPictures; lines: readonly FilmLine[]; images: ReadonlyMap<string, FilmImage>; title: string;
}

export function filmStage({ read, ...shown }: Omit<FilmStage, 'pictures' | 'lines'>): FilmStage {
  const pictures = new FilmPictures(read);
  const lines = filmLines(read.screenplay, read.timeline, isUpright(pictures.canvas) ? MAX_ON_NARROW_STAGE : MAX_ON_STAGE);
  return { read, ...shown, pictures, lines };
}

const CAMERAS: Readonly<Record<'place' | 'people', readonly Camera[]>> = { place: ['push', 'right', 'pull', 'left'], people: ['push', 'still', 'left', 'right'] };
const PARTS: readonly PlacePart[] = ['whole', 'near', 'left', 'right'];
/** A number that is the same for equal words. */
const chance = (words: string): number => createHash('sha256').update(words).digest().readUInt32BE(0);

/** The line whose stage a picture shows: the line of its entry, else the nearest one of its scene. */
export function lineOf({ lines }: FilmStage, { sceneIndex, entryIndex }: BeatPicture): FilmLine {
  const distance = (line: FilmLine): number => Math.abs(line.entryIndex - entryIndex) + (line.sceneIndex === sceneIndex ? 0 : 100_000);
  return lines.reduce((best, line) => (distance(line) < distance(best) ? line : best));
}

/** How a picture is framed; `turn` counts the pictures of its item. People who are not on stage at that moment are not shown. */
function framingIn({ sceneIndex, entryIndex, ...picture }: BeatPicture, { moment: { standing } }: FilmLine, turn: number, variation: number): Framing {
  const people = picture.size === 'wide' ? standing : standing.filter((name) => picture.people.includes(name));
  const size: ShotSize = people.length === 0 ? 'place' : picture.size === 'two' && people.length < 2 ? 'medium' : picture.size;
  const cameras = CAMERAS[size === 'place' ? 'place' : 'people'];
  const at = chance(`${sceneIndex}|${entryIndex}|${picture.size}|${turn}`) + variation;
  const [shown, part]: [readonly string[], PlacePart] = size === 'place' ? [[], PARTS[(turn + variation) % PARTS.length]!] : [people, 'whole'];
  return { size, people: shown, part, camera: cameras[at % cameras.length]!, told: [], mood: null };
}

export const heldOf = (picture: Picture, durationMs: number): HeldShot =>
  ({ kind: 'held', durationMs, picture, from: STILL, to: STILL, fadeInMs: 0, fadeOutMs: 0, over: null });

/** The line that is heard while a picture is seen, and the time in milliseconds since its item began. */
export interface HeardWith { heard: Pick<BeatLine, 'entryIndex' | 'text' | 'fromMs' | 'offsetMs'> | null; beforeMs: number }

/**
 * A shot of the stage at a moment, for `lengthMs`. `turn` counts the pictures of its item, and another `variation` has another camera. While the line of the
 * picture is heard, its speaker moves the mouth; in other shots all mouths are closed.
 */
export function stagedShot(
  { read, pictures, ...stage }: FilmStage, picture: BeatPicture, lengthMs: number, { turn, variation }: { turn: number; variation: number },
  { heard, beforeMs }: HeardWith,
): HeldShot {
  const line = lineOf({ read, pictures, ...stage }, picture);
  const isSpoken = heard !== null && heard.entryIndex === line.entryIndex;
  // A picture whose line is not heard shows the moment before that line.
  const startMs = isSpoken ? line.startMs + heard.fromMs - heard.offsetMs + beforeMs : line.startMs - lengthMs;
  const framing = framingIn(picture, line, turn, variation);
  const at = isSpoken ? Math.max(0, line.text.indexOf(heard.text)) : 0;
  const placed = pictures.framed(line, framing, at);
  const spec = pictures.specOf(line, at, placed);
  const [from, to] = cameraOf(framing, placed.focus, lengthMs);
  const plain: HeldShot = { ...heldOf(pictures.of(spec), lengthMs), from, to };
  const moment = { line, part: isSpoken ? 0 : null, startMs, durationMs: lengthMs, framing, spec };
  return weathered(withFaces(plain, moment, read), moment, read, pictures);
}
