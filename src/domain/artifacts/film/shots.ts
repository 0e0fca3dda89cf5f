import type { CrossFade, FilmFormat, HeldShot, Picture, Shot, View } from '../../../craft/film/film.js';
import { MAX_ON_NARROW_STAGE, MAX_ON_STAGE } from '../../../craft/stage/stage-plan.js';
import { changeMsInto } from '../overlays/theater-scene.js';
import { dressed } from '../staging/dress.js';
import { cameraOf, STILL } from './camera.js';
import { filmLines, type FilmLine } from './film-lines.js';
import { FilmPictures, type StagedRead } from './film-pictures.js';
import { shotStarts } from './framing.js';
import { isUpright } from './placing.js';
import { ToldPeople } from './told-people.js';

const FADE_IN_MS = 500;
const FADE_OUT_MS = 1_200;
/** A shot that is still seen after the last word of its scene, at most. */
const AFTERGLOW_MS = 500;
/** A shorter gap between two scenes is a cut, and a place is not shown for less time before its first line. */
const MIN_GAP_MS = 900;
const MIN_OPENING_MS = 400;
const MIN_FADE_MS = 100;

const held = (durationMs: number, picture: Picture, [from, to]: readonly [View, View]): HeldShot =>
  ({ kind: 'held', durationMs, picture, from, to, fadeInMs: 0, fadeOutMs: 0, over: null });

/** How the silence between two scenes is divided. */
interface Gap { glowMs: number; fadeMs: number; openingMs: number }

function gapAfter(line: FilmLine, next: FilmLine, pictures: FilmPictures, changeMs: number): Gap {
  const gapMs = line.untilMs - line.endMs;
  const isSamePlace = JSON.stringify(pictures.placeOf(line.sceneIndex)) === JSON.stringify(pictures.placeOf(next.sceneIndex));
  if (isSamePlace || gapMs < MIN_GAP_MS) return { glowMs: gapMs, fadeMs: 0, openingMs: 0 };
  const glowMs = Math.round(Math.min(AFTERGLOW_MS, gapMs * 0.3));
  const most = gapMs - glowMs - MIN_OPENING_MS;
  const fadeMs = changeMs > 0 && most >= MIN_FADE_MS ? Math.min(changeMs, most) : 0;
  return { glowMs, fadeMs, openingMs: gapMs - glowMs - fadeMs };
}

/** The shots of one line until `untilMs`. */
function shotsOfLine(line: FilmLine, untilMs: number, read: StagedRead, pictures: FilmPictures, people: ToldPeople): HeldShot[] {
  const captions = read.captions.filter(({ entryIndex }) => entryIndex === line.entryIndex);
  const starts = shotStarts(line.startMs, untilMs, captions.map(({ startMs }) => startMs));
  let told: readonly string[] = [];
  return starts.map((startMs, part) => {
    const endMs = starts[part + 1] ?? untilMs;
    const durationMs = endMs - startMs;
    const words = starts.length === 1 ? line.text : captions.filter((caption) => caption.startMs < endMs && caption.endMs > startMs).map(({ text }) => text).join(' ');
    const found = people.in(words, line.moment.standing, told[0] ?? line.last);
    // A sentence that goes on tells of the same people.
    told = found.length > 0 ? found : told;
    const { framing, shown } = pictures.placed(line, { part, parts: starts.length, durationMs, told });
    const spec = pictures.specOf(line.sceneIndex, shown);
    const plain = held(durationMs, pictures.of(spec), cameraOf(framing, shown.focus, durationMs));
    const shot = dressed(plain, { line, part, startMs, durationMs, framing, spec }, read, pictures);
    if (!line.introduces || part > 0) return shot;
    return { ...shot, over: pictures.nameOver(line.moment.speaker!, shown.focus.x) };
  });
}

/** The head: the title before the first line, on a card or over the first place. */
function head(line: FilmLine, read: StagedRead, pictures: FilmPictures): HeldShot[] {
  if (line.startMs <= 0) return [];
  const fadeInMs = Math.min(FADE_IN_MS, line.startMs);
  if (read.theater.titleLayout === 'card') return [{ ...held(line.startMs, pictures.title(), [STILL, STILL]), fadeInMs }];
  return [{ ...opening(line, line.startMs, read, pictures), fadeInMs, over: pictures.titleOver() }];
}

/** The place of a scene before anybody speaks. */
function opening(line: FilmLine, durationMs: number, read: StagedRead, pictures: FilmPictures): HeldShot {
  const { framing, shown } = pictures.place(line);
  const spec = pictures.specOf(line.sceneIndex, shown);
  const moment = { line, part: null, startMs: line.startMs - durationMs, durationMs, framing, spec };
  return dressed(held(durationMs, pictures.of(spec), [STILL, STILL]), moment, read, pictures);
}

/**
 * The shots of a read: a scene opens with its place, then each line has one of its own, or several when it is long; between scenes is a transition. They last
 * exactly as long as the timeline. A line with other words changes its own shots, and a transition that follows them.
 */
export function filmShots(read: StagedRead): Shot[] {
  const pictures = new FilmPictures(read);
  const lines = filmLines(read.screenplay, read.timeline, isUpright(pictures.canvas) ? MAX_ON_NARROW_STAGE : MAX_ON_STAGE);
  const people = new ToldPeople(read.screenplay);
  const [first] = lines;
  if (!first) return [];
  const shots: Shot[] = head(first, read, pictures);
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const gap = next && line.closesScene ? gapAfter(line, next, pictures, changeMsInto(read.staged.get(next.sceneIndex), read.theater)) : null;
    const own = shotsOfLine(line, gap ? line.endMs + gap.glowMs : line.untilMs, read, pictures, people);
    const opened = line.opensScene ? read.staged.get(line.sceneIndex) : undefined;
    if (opened) own[0] = { ...own[0]!, over: pictures.summaryOver(opened, own[0]!.over) };
    const last = own.pop()!;
    shots.push(...own, next ? last : { ...last, fadeOutMs: Math.min(FADE_OUT_MS, line.untilMs - line.endMs, last.durationMs) });
    if (!gap || gap.openingMs === 0) continue;
    const coming = read.staged.get(next!.sceneIndex);
    const opens = { ...opening(next!, gap.openingMs, read, pictures), over: coming ? pictures.summaryOver(coming, null) : null };
    // A picture comes out of a picture: into a clip, and out of one, is a cut.
    const isFilmed = last.footage !== undefined || opens.footage !== undefined;
    if (gap.fadeMs > 0 && !isFilmed) shots.push(crossFade(last, opens, gap.fadeMs, read.format));
    shots.push(gap.fadeMs > 0 && isFilmed ? { ...opens, durationMs: gap.openingMs + gap.fadeMs } : opens);
  }
  return shots;
}

function crossFade(last: HeldShot, next: HeldShot, durationMs: number, { grade }: FilmFormat): CrossFade {
  const view = grade === 'cinema' ? last.to : last.from;
  return { kind: 'fade', durationMs, from: { picture: last.picture, view }, to: { picture: next.picture, view: next.from } };
}
