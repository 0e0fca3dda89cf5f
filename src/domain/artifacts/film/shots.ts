import type { CrossFade, HeldShot, Picture, Shot, View } from '../../../craft/film/film.js';
import { MAX_ON_NARROW_STAGE, MAX_ON_STAGE } from '../../../craft/stage/stage-plan.js';
import { changeMsInto } from '../overlays/theater-scene.js';
import { isIn } from '../performance/performed-part.js';
import { dressed } from '../staging/dress.js';
import type { ShotMoment } from '../staging/dresser.js';
import { Motions, viewsIn } from '../staging/motions.js';
import { lastPicture } from '../staging/moving-place.js';
import { withSummary } from '../staging/summary.js';
import { withCaptions } from '../staging/burned-captions.js';
import { cameraOf, STILL } from './camera.js';
import { filmLines, linesOfShots, type FilmLine } from './film-lines.js';
import { FilmPictures, type StagedRead } from './film-pictures.js';
import { shotStarts, type LineShot } from './framing.js';
import { isUpright } from './placing.js';
import { ToldPeople, type LinePart } from './told-people.js';
import type { LineCaption } from './film-captions.js';

const FADE_IN_MS = 500;
const FADE_OUT_MS = 1_200;
/**
 * How long at most the last shot of a scene stays after the last word when the place of the next scene is shown before its first line. Before a plain cut, it
 * stays for the whole gap.
 */
const AFTERGLOW_MS = 500;
/** A shorter gap between two scenes becomes a plain cut. A place is shown for at least `MIN_OPENING_MS` before its first line. */
const MIN_GAP_MS = 900;
const MIN_OPENING_MS = 400;
const MIN_FADE_MS = 100;
/** People leave the picture at most this long before the closing credits. */
const BEFORE_CURTAIN_MS = 400;

const held = (durationMs: number, picture: Picture, [from, to]: readonly [View, View]): HeldShot =>
  ({ kind: 'held', durationMs, picture, from, to, fadeInMs: 0, fadeOutMs: 0, over: null });

/** How the silence between two scenes is divided. */
interface Gap { glowMs: number; fadeMs: number; openingMs: number }

function gapAfter(line: FilmLine, next: FilmLine, pictures: FilmPictures, changeMs: number): Gap {
  const gapMs = line.untilMs - line.endMs;
  const isSamePlace = JSON.stringify(pictures.placeAt(line, line.text.length)) === JSON.stringify(pictures.placeAt(next, 0));
  if (isSamePlace || gapMs < MIN_GAP_MS) return { glowMs: gapMs, fadeMs: 0, openingMs: 0 };
  const glowMs = Math.round(Math.min(AFTERGLOW_MS, gapMs * 0.3));
  const most = gapMs - glowMs - MIN_OPENING_MS;
  const fadeMs = changeMs > 0 && most >= MIN_FADE_MS ? Math.min(changeMs, most) : 0;
  return { glowMs, fadeMs, openingMs: gapMs - glowMs - fadeMs };
}

/** A shot with what it shows; `moment` is null for a card and for a cross-fade. */
export interface PlannedShot { shot: Shot; moment: ShotMoment | null }

/** What the shots of one film are made with. */
interface Stage { read: StagedRead; pictures: FilmPictures; people: ToldPeople; motions: Motions }

/**
 * A shot before overlays and effects are added: the people in it, and the camera. During a motion that moves the camera, everybody is shown and the camera
 * follows the motion. `focus` is the horizontal position for a name.
 */
function plainShot(line: FilmLine, shot: LineShot, startMs: number, { pictures, motions }: Stage): { plain: HeldShot; moment: ShotMoment; focus: number } {
  const { part, durationMs } = shot;
  const motion = motions.during(startMs, durationMs);
  const course = motion && motion.running.motion.composition !== 'performance-motion-overlay' ? motion.running.course : null;
  const { framing, shown } = course ? pictures.everybody(line, shot.from) : pictures.placed(line, shot);
  const spec = pictures.specOf(line, shot.from, shown);
  const plain = held(durationMs, pictures.of(spec), cameraOf(framing, shown.focus, durationMs));
  const moment = { line, part, startMs, durationMs, framing, spec, motion };
  if (!course) return { plain, moment, focus: shown.focus.x };
  const views = viewsIn(course, motion!.fromMs, durationMs);
  return { plain: { ...plain, ...views }, moment, focus: 0.5 + (shown.focus.x - views.from.x) * views.from.zoom };
}

/** The part of a line that the captions in `heard` cover. */
function partOfLine({ entryIndex, text }: FilmLine, heard: readonly LineCaption[], all: readonly LineCaption[]): LinePart {
  if (heard.length === all.length) return { entryIndex, words: text, from: 0, until: text.length, middle: text.length / 2 };
  const before = all.slice(0, all.indexOf(heard[0]!)).reduce((sum, caption) => sum + caption.text.length + 1, 0);
  const words = heard.map((caption) => caption.text).join(' ');
  return { entryIndex, words, from: before, until: before + words.length, middle: before + words.length / 2 };
}

/** The shots of one line until `untilMs`, with overlays, effects and captions. */
function shotsOfLine(line: FilmLine, untilMs: number, stage: Stage): { shot: HeldShot; moment: ShotMoment }[] {
  const { read, pictures, people } = stage;
  const captions = read.captions.filter(({ entryIndex }) => entryIndex === line.entryIndex);
  const starts = shotStarts(line.startMs, untilMs, captions.map(({ startMs }) => startMs));
  let told: readonly string[] = [];
  return starts.map((startMs, part) => {
    const endMs = starts[part + 1] ?? untilMs;
    const heard = starts.length === 1 ? captions : captions.filter((caption) => caption.startMs < endMs && caption.endMs > startMs);
    const own = partOfLine(line, heard, captions);
    const found = people.in(own, line.moment.standing, told[0] ?? line.last);
    // A part of the line that names nobody continues about the same people.
    told = found.length > 0 ? found : told;
    const lineShot = { part, parts: starts.length, durationMs: endMs - startMs, told, mood: people.moodIn(own), from: own.middle };
    const { plain, moment, focus } = plainShot(line, lineShot, startMs, stage);
    const shot = withCaptions(dressed(plain, moment, read, pictures), startMs, read, pictures);
    // Burned captions already name the speaker, in the place of the name.
    const isNamed = line.introduces && part === 0 && !read.burned;
    return { shot: isNamed ? { ...shot, over: pictures.nameOver(line.moment.speaker!, focus) } : shot, moment };
  });
}

/** The opening of a film: its title before the first line, on a card or over the first place. */
function head(line: FilmLine, read: StagedRead, pictures: FilmPictures): PlannedShot[] {
  if (line.startMs <= 0) return [];
  const fadeInMs = Math.min(FADE_IN_MS, line.startMs);
  if (read.theater.titleLayout === 'card') return [{ shot: { ...held(line.startMs, pictures.title(), [STILL, STILL]), fadeInMs }, moment: null }];
  const { shot, moment } = opening(line, line.startMs, read, pictures);
  return [{ shot: { ...shot, fadeInMs, over: pictures.titleOver() }, moment }];
}

/** The place of a scene before anybody speaks. */
function opening(line: FilmLine, durationMs: number, read: StagedRead, pictures: FilmPictures): { shot: HeldShot; moment: ShotMoment } {
  return emptyPlace(line, { from: 0, startMs: line.startMs - durationMs, durationMs }, read, pictures);
}

/** The place of a line at character `from`, without people. */
function emptyPlace(
  line: FilmLine, { from, startMs, durationMs }: { from: number; startMs: number; durationMs: number }, read: StagedRead, pictures: FilmPictures,
): { shot: HeldShot; moment: ShotMoment } {
  const { framing, shown } = pictures.place(line);
  const spec = pictures.specOf(line, from, shown);
  const moment = { line, part: null, startMs, durationMs, framing, spec };
  return { shot: dressed(held(durationMs, pictures.of(spec), [STILL, STILL]), moment, read, pictures), moment };
}

/** How long the empty place is shown under the closing credits, in milliseconds; 0 for no such shot. */
function curtainMs({ endMs, untilMs }: FilmLine, { part, timeline: { closing } }: StagedRead): number {
  if (part !== null || !closing) return 0;
  const lengthMs = untilMs - Math.max(endMs, closing.startMs - BEFORE_CURTAIN_MS);
  return lengthMs >= MIN_OPENING_MS ? lengthMs : 0;
}

/**
 * The shots of a read. A scene opens with its place, each line has a shot of its own, or several when it is long, a transition joins scenes, and the closing
 * credits play over the empty place. Together the shots last exactly as long as the timeline. Changing the words of a line changes only its own shots and a
 * transition after them. A part has the same shots for its lines as the whole, without the opening.
 */
export const filmShots = (read: StagedRead): Shot[] => plannedShots(read).map(({ shot }) => shot);

/** The shots of a read (`filmShots`), each with what it shows. */
export function plannedShots(read: StagedRead): PlannedShot[] {
  const pictures = new FilmPictures(read);
  const lines = linesOfShots(filmLines(read.screenplay, read.timeline, isUpright(pictures.canvas) ? MAX_ON_NARROW_STAGE : MAX_ON_STAGE, read.art.presence)
    .filter(({ entryIndex }) => read.part === null || isIn(read.part, entryIndex)));
  const stage = { read, pictures, people: new ToldPeople(read.screenplay, read.art.presence), motions: new Motions(read, lines, pictures) };
  const [first] = lines;
  if (!first) return [];
  const shots: PlannedShot[] = read.part ? [] : head(first, read, pictures);
  let isOpened = false;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const coming = next && read.staged.get(next.sceneIndex);
    const gap = next && line.closesScene ? gapAfter(line, next, pictures, changeMsInto(coming, read.theater)) : null;
    const emptyMs = next ? 0 : curtainMs(line, read);
    const own = shotsOfLine(line, gap ? line.endMs + gap.glowMs : line.untilMs - emptyMs, stage);
    const opened = line.opensScene ? read.staged.get(line.sceneIndex) : undefined;
    own[0]!.shot = withSummary(own[0]!.shot, opened, { goesOn: isOpened, isLast: true }, pictures);
    if (emptyMs > 0) own.push(emptyPlace(line, { from: line.text.length, startMs: line.untilMs - emptyMs, durationMs: emptyMs }, read, pictures));
    const last = own.at(-1)!;
    if (!next) last.shot = { ...last.shot, fadeOutMs: Math.min(FADE_OUT_MS, line.untilMs - line.endMs, last.shot.durationMs) };
    shots.push(...own);
    isOpened = gap !== null && gap.openingMs > 0;
    if (!gap || gap.openingMs === 0) continue;
    const open = (durationMs: number): { shot: HeldShot; moment: ShotMoment } => {
      const { shot, moment } = opening(next!, durationMs, read, pictures);
      return { shot: withSummary(shot, coming, { goesOn: false, isLast: false }, pictures), moment };
    };
    const opens = open(gap.openingMs);
    // Only pictures can fade into each other, so there is a cut into a clip and out of a clip.
    const isCut = last.shot.footage !== undefined || opens.shot.footage !== undefined;
    if (gap.fadeMs > 0 && !isCut) shots.push({ shot: crossFade(last, opens.shot, gap.fadeMs, stage), moment: null });
    shots.push(isCut ? open(gap.openingMs + gap.fadeMs) : opens);
  }
  return shots;
}

function crossFade({ shot, moment }: { shot: HeldShot; moment: ShotMoment }, next: HeldShot, durationMs: number, { read, pictures }: Stage): CrossFade {
  const view = read.format.grade === 'cinema' ? shot.to : shot.from;
  return { kind: 'fade', durationMs, from: lastPicture(shot, moment, view, pictures), to: { picture: next.picture, view: next.from } };
}
