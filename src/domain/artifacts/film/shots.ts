import type { Timeline } from '../../../craft/audio/timeline.js';
import type { CrossFade, FilmFormat, HeldShot, Picture, Shot, View } from '../../../craft/film/film.js';
import { cardSvg, nameOverSvg, overlaidSvg, posterSvg, titleOverSvg, wordsOverSvg } from '../../../craft/images/compose.js';
import { frameSvg, type FrameSpec } from '../../../craft/images/frame.js';
import { parsePlace, type Place } from '../../../craft/images/places/place.js';
import { MAX_ON_NARROW_STAGE, MAX_ON_STAGE } from '../../../craft/stage/stage-plan.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import type { SettingValue } from '../../../kernel/families/settings/setting.js';
import type { theater } from '../overlays/theater.js';
import { changeMsInto, type StagedScene } from '../overlays/theater-scene.js';
import { coverSpecOf, pictureKey, type ReadArt } from '../pictures/read-pictures.js';
import { cameraOf, STILL } from './camera.js';
import type { LineCaption } from './film-captions.js';
import type { FilmImage } from './film-images.js';
import { filmLines, type FilmLine } from './film-lines.js';
import { framingOf, shotStarts, type LineShot } from './framing.js';
import { canvasOf, isUpright, placed, type Canvas, type Placed, type SeenPeople } from './placing.js';
import { ToldPeople } from './told-people.js';

export type Theater = SettingValue<typeof theater>;

/** Everything that the shots of a read depend on. */
export interface StagedRead {
  screenplay: Screenplay;
  /** Of the film. */
  timeline: Timeline;
  art: ReadArt;
  theater: Theater;
  /** How single scenes are staged. */
  staged: ReadonlyMap<number, StagedScene>;
  format: FilmFormat;
  /** Portraits that a service made, by their paths in `art.faces`, and its pictures of places by scene; the others are drawn. */
  portraits: ReadonlyMap<string, FilmImage>;
  backdrops: readonly (FilmImage | null)[];
  /** Long lines are cut where one of them begins. */
  captions: readonly LineCaption[];
}

const FADE_IN_MS = 500;
const FADE_OUT_MS = 1_200;
/** A shot that is still seen after the last word of its scene, at most. */
const AFTERGLOW_MS = 500;
/** A shorter gap between two scenes is a cut, and a place is not shown for less time before its first line. */
const MIN_GAP_MS = 900;
const MIN_OPENING_MS = 400;
const MIN_FADE_MS = 100;

/** Draws the pictures of one read for one format. Equal pictures are one object. */
class Pictures {
  readonly canvas: Canvas;
  private readonly known = new Map<string, Picture>();
  private readonly people: SeenPeople;

  constructor(private readonly read: StagedRead) {
    this.canvas = canvasOf(read.format);
    const { art, portraits, screenplay: { cast } } = read;
    const known = <T>(of: (seat: number) => T | null | undefined): Map<string, T> =>
      new Map(cast.flatMap(({ character }, seat) => { const one = of(seat); return one ? [[character, one] as const] : []; }));
    this.people = { looks: known((seat) => art.looks[seat]), portraits: known((seat) => portraits.get(art.faces[seat] ?? '')?.path) };
  }

  placeOf(scene: number): Place {
    return this.read.art.places[scene] ?? parsePlace('');
  }

  place(line: FilmLine): Placed {
    return placed(this.canvas, { size: 'place', people: [], part: 'whole', camera: 'push' }, line, this.people);
  }

  placed(line: FilmLine, shot: LineShot) {
    const framing = framingOf(line, shot);
    return { framing, shown: placed(this.canvas, framing, line, this.people) };
  }

  of(scene: number, { view, air, people }: Placed): Picture {
    const { art: { seed, palette, grades }, theater: { backgrounds }, backdrops, portraits } = this.read;
    const backdrop = backdrops[scene] ?? null;
    const spec: FrameSpec = {
      ...this.canvas, scene: { place: this.placeOf(scene), seed, palette }, background: backgrounds, ...(backdrop ? { backdrop: backdrop.path } : {}),
      view, air, people, grades,
    };
    const images = [...backdrop ? [backdrop] : [], ...people.flatMap(({ card }) => (card ? [portraits.get(card.image)!] : []))];
    return this.kept('frame', spec, async () => frameSvg(spec, new Map(await Promise.all(images.map(async (image) => [image.path, await image.dataUri()] as const)))));
  }

  title(): Picture {
    const spec = this.titled();
    return this.kept('film-card', [spec, this.canvas], () => (isUpright(this.canvas) ? posterSvg(spec, this.canvas) : cardSvg(spec, this.canvas)));
  }

  titleOver(): Picture {
    const { title, kicker, byline } = this.titled();
    const words = { title, kicker, ...(byline ? { byline } : {}) };
    return this.kept('film-title', [words, this.canvas], () => titleOverSvg(words, this.canvas));
  }

  /** `x` is where the person is, in shares of the width. */
  nameOver(cue: string, x: number): Picture {
    const name = titleCase(cue);
    return this.kept('film-name', [name, x, this.canvas], () => nameOverSvg(name, x, this.canvas));
  }

  /** The words of a scene while it opens; over what else is laid there. */
  summaryOver({ summary, textReveal }: StagedScene, other: Picture | null): Picture | null {
    if (summary === null) return other;
    const isLit = textReveal === 'spotlight';
    return this.kept('film-summary', [summary, isLit, other?.key ?? null, this.canvas], async () => {
      const words = await wordsOverSvg(summary, isLit, this.canvas);
      return other ? overlaidSvg([words, await other.draw()], this.canvas) : words;
    });
  }

  private titled() {
    const { art, theater: { title, subtitle } } = this.read;
    return { ...coverSpecOf(art), ...(title ? { title } : {}), ...(subtitle ? { kicker: subtitle } : {}) };
  }

  private kept(kind: string, spec: unknown, draw: Picture['draw']): Picture {
    const key = pictureKey(kind, spec);
    const picture = this.known.get(key) ?? { key, draw };
    this.known.set(key, picture);
    return picture;
  }
}

const held = (durationMs: number, picture: Picture, [from, to]: readonly [View, View]): HeldShot =>
  ({ kind: 'held', durationMs, picture, from, to, fadeInMs: 0, fadeOutMs: 0, over: null });

/** How the silence between two scenes is divided. */
interface Gap { glowMs: number; fadeMs: number; openingMs: number }

function gapAfter(line: FilmLine, next: FilmLine, pictures: Pictures, changeMs: number): Gap {
  const gapMs = line.untilMs - line.endMs;
  const isSamePlace = JSON.stringify(pictures.placeOf(line.sceneIndex)) === JSON.stringify(pictures.placeOf(next.sceneIndex));
  if (isSamePlace || gapMs < MIN_GAP_MS) return { glowMs: gapMs, fadeMs: 0, openingMs: 0 };
  const glowMs = Math.round(Math.min(AFTERGLOW_MS, gapMs * 0.3));
  const most = gapMs - glowMs - MIN_OPENING_MS;
  const fadeMs = changeMs > 0 && most >= MIN_FADE_MS ? Math.min(changeMs, most) : 0;
  return { glowMs, fadeMs, openingMs: gapMs - glowMs - fadeMs };
}

/** The shots of one line until `untilMs`. */
function shotsOfLine(line: FilmLine, untilMs: number, pictures: Pictures, captions: readonly LineCaption[], people: ToldPeople): HeldShot[] {
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
    const shot = held(durationMs, pictures.of(line.sceneIndex, shown), cameraOf(framing, shown.focus, durationMs));
    if (!line.introduces || part > 0) return shot;
    return { ...shot, over: pictures.nameOver(line.moment.speaker!, shown.focus.x) };
  });
}

/** The head: the title before the first line, on a card or over the first place. */
function head(line: FilmLine, pictures: Pictures, { titleLayout }: Theater): HeldShot[] {
  if (line.startMs <= 0) return [];
  const fadeInMs = Math.min(FADE_IN_MS, line.startMs);
  if (titleLayout === 'card') return [{ ...held(line.startMs, pictures.title(), [STILL, STILL]), fadeInMs }];
  return [{ ...opening(line, line.startMs, pictures), fadeInMs, over: pictures.titleOver() }];
}

/** The place of a scene before anybody speaks. */
function opening(line: FilmLine, durationMs: number, pictures: Pictures): HeldShot {
  return held(durationMs, pictures.of(line.sceneIndex, pictures.place(line)), [STILL, STILL]);
}

/**
 * The shots of a read: a scene opens with its place, then each line has one of its own, or several when it is long; between scenes is a transition. They last
 * exactly as long as the timeline. A line with other words changes its own shots, and a transition that follows them.
 */
export function filmShots(read: StagedRead): Shot[] {
  const pictures = new Pictures(read);
  const lines = filmLines(read.screenplay, read.timeline, isUpright(pictures.canvas) ? MAX_ON_NARROW_STAGE : MAX_ON_STAGE);
  const people = new ToldPeople(read.screenplay);
  const [first] = lines;
  if (!first) return [];
  const shots: Shot[] = head(first, pictures, read.theater);
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const gap = next && line.closesScene ? gapAfter(line, next, pictures, changeMsInto(read.staged.get(next.sceneIndex), read.theater)) : null;
    const captions = read.captions.filter(({ entryIndex }) => entryIndex === line.entryIndex);
    const own = shotsOfLine(line, gap ? line.endMs + gap.glowMs : line.untilMs, pictures, captions, people);
    const opened = line.opensScene ? read.staged.get(line.sceneIndex) : undefined;
    if (opened) own[0] = { ...own[0]!, over: pictures.summaryOver(opened, own[0]!.over) };
    const last = own.pop()!;
    shots.push(...own, next ? last : { ...last, fadeOutMs: Math.min(FADE_OUT_MS, line.untilMs - line.endMs, last.durationMs) });
    if (!gap || gap.openingMs === 0) continue;
    const coming = read.staged.get(next!.sceneIndex);
    const opens = { ...opening(next!, gap.openingMs, pictures), over: coming ? pictures.summaryOver(coming, null) : null };
    if (gap.fadeMs > 0) shots.push(crossFade(last, opens, gap.fadeMs, read.format));
    shots.push(opens);
  }
  return shots;
}

function crossFade(last: HeldShot, next: HeldShot, durationMs: number, { grade }: FilmFormat): CrossFade {
  const view = grade === 'cinema' ? last.to : last.from;
  return { kind: 'fade', durationMs, from: { picture: last.picture, view }, to: { picture: next.picture, view: next.from } };
}
