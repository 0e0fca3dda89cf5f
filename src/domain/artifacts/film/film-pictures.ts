import type { Timeline } from '../../../craft/audio/timeline.js';
import type { FilmCaption, FilmFormat, Footage, Picture } from '../../../craft/film/film.js';
import { captionOverSvg, cardSvg, nameOverSvg, posterSvg, titleOverSvg, wordsOverSvg } from '../../../craft/images/compose.js';
import { frameSvg, type EmbeddedImages, type FrameSpec } from '../../../craft/images/frame.js';
import { parsePlace, type Place } from '../../../craft/images/places/place.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { LineTimes } from '../../../craft/speech/times/line-times.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import type { SettingValue } from '../../../kernel/families/settings/setting.js';
import type { Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { theater } from '../overlays/theater.js';
import type { StagedScene } from '../overlays/theater-scene.js';
import type { EntryRange } from '../performance/performed-part.js';
import { coverSpecOf, pictureKey, type ReadArt } from '../pictures/read-pictures.js';
import { atRest, facesMove } from '../staging/faces.js';
import type { LineCaption } from './film-captions.js';
import type { FilmImage } from './film-images.js';
import type { FilmLine } from './film-lines.js';
import { framingOf, type Framing, type LineShot } from './framing.js';
import { canvasOf, isUpright, placed, type Canvas, type Placed, type SeenPeople } from './placing.js';

export type Theater = SettingValue<typeof theater>;

/** A clip of a scene for the film of its read. */
export interface FilmClip { sceneIndex: number; fromEntry: number; durationMs: number; footage: Omit<Footage, 'fromMs'> }

/** Everything that the shots of a read depend on. */
export interface StagedRead {
  screenplay: Screenplay;
  /** The timeline of the film. */
  timeline: Timeline;
  art: ReadArt;
  theater: Theater;
  /** What was chosen for the read. */
  overlays: Chosen;
  /** Staging of individual scenes, by scene index. */
  staged: ReadonlyMap<number, StagedScene>;
  format: FilmFormat;
  /** Images that a service made: portraits by their paths in `art.faces`, and backdrops by scene. Everything else is drawn. */
  portraits: ReadonlyMap<string, FilmImage>;
  backdrops: readonly (FilmImage | null)[];
  /** Pictures of nouns that the canvas shows, by noun key. */
  nouns: ReadonlyMap<string, FilmImage>;
  /** Long lines are split into shots where a caption begins. */
  captions: readonly LineCaption[];
  /** Captions that are drawn into the picture; null for none. */
  burned: readonly FilmCaption[] | null;
  /** The part of the read to show; null for all of it. */
  part: EntryRange | null;
  /** The times of words and sounds within lines, by entry index. */
  times: ReadonlyMap<number, LineTimes>;
  /** Clips visible in their scenes, in the order of their entries. */
  clips: readonly FilmClip[];
}

/** Makes the pictures of one read for one format. Equal pictures are the same `Picture` instance. */
export class FilmPictures {
  readonly canvas: Canvas;
  private readonly known = new Map<string, Picture>();
  /** How people look at first. */
  private readonly people: SeenPeople;

  constructor(private readonly read: StagedRead) {
    this.canvas = canvasOf(read.format);
    const { art, portraits } = read;
    const cast = [...read.screenplay.cast, ...art.presence?.extras ?? []];
    const known = <T>(of: (seat: number) => T | null | undefined): Map<string, T> =>
      new Map(cast.flatMap(({ character }, seat) => { const one = of(seat); return one ? [[character, one] as const] : []; }));
    this.people = { looks: known((seat) => art.looks[seat]), portraits: known((seat) => portraits.get(art.faces[seat] ?? '')?.path), crowds: new Map(Object.entries(art.changing?.crowds ?? {})) };
  }

  /** The last element in the line's scene that begins at or before character `from` of the line. */
  private lastBefore<T extends { entryIndex: number; from: number }>(all: readonly T[], { entryIndex, sceneIndex }: Pick<FilmLine, 'entryIndex' | 'sceneIndex'>, from: number): T | undefined {
    const { entries } = this.read.screenplay;
    return all.findLast((one) => entries[one.entryIndex]?.sceneIndex === sceneIndex
      && (one.entryIndex < entryIndex || (one.entryIndex === entryIndex && one.from <= from)));
  }

  /** How people look at a line, from character `from` on. */
  private peopleAt(line: FilmLine, from: number): SeenPeople {
    const { looks, sights } = this.read.art.changing ?? { looks: [], sights: [] };
    const worn = Object.entries(this.lastBefore(sights, line, from)?.worn ?? {});
    return worn.length === 0 ? this.people : { ...this.people, looks: new Map([...this.people.looks, ...worn.map(([cue, at]) => [cue, looks[at]!] as const)]) };
  }

  /** The place of a line from character `from` on: the last stop of its scene up to there, else the place of the scene. */
  placeAt(line: Pick<FilmLine, 'entryIndex' | 'sceneIndex'>, from: number): Place {
    const { art } = this.read;
    return this.lastBefore(art.stops ?? [], line, from)?.place ?? art.places[line.sceneIndex] ?? parsePlace('');
  }

  place(line: FilmLine): { framing: Framing; shown: Placed } {
    const framing: Framing = { size: 'place', people: [], part: 'whole', camera: 'push', told: [], mood: null };
    return { framing, shown: placed(this.canvas, framing, line, this.people) };
  }

  /** Everybody who stands in a scene, in the whole of its place, as seen from character `from` of the line on. */
  everybody(line: FilmLine, from: number): { framing: Framing; shown: Placed } {
    const { standing } = line.moment;
    if (standing.length === 0) return this.place(line);
    const framing: Framing = { size: 'wide', people: standing, part: 'whole', camera: 'push', told: [], mood: null };
    return { framing, shown: placed(this.canvas, framing, line, this.peopleAt(line, from)) };
  }

  placed(line: FilmLine, shot: LineShot): { framing: Framing; shown: Placed } {
    const framing = framingOf(line, shot);
    return { framing, shown: placed(this.canvas, framing, line, this.peopleAt(line, shot.from)) };
  }

  /** The stage in a given framing, from character `from` of the line on. */
  framed(line: FilmLine, framing: Framing, from: number): Placed {
    return placed(this.canvas, framing, line, this.peopleAt(line, from));
  }

  /** What a picture of these people shows at the place of a line, from character `from` on. A backdrop from an image service stands for the whole scene. */
  specOf(line: FilmLine, from: number, { view, air, people }: Placed): FrameSpec {
    const { art: { seed, palette, grades }, theater: { backgrounds }, backdrops } = this.read;
    const backdrop = backdrops[line.sceneIndex] ?? null;
    const spec: FrameSpec = {
      ...this.canvas, scene: { place: this.placeAt(line, from), seed, palette }, background: backgrounds, ...(backdrop ? { backdrop: backdrop.path } : {}),
      view, air, people, grades,
    };
    return facesMove(this.read.format) ? atRest(spec) : spec;
  }

  of(spec: FrameSpec): Picture {
    return this.kept('frame', spec, async () => frameSvg(spec, await this.imagesOf(spec)));
  }

  /** The service's images in a picture, loaded for embedding. */
  async imagesOf({ backdrop, people }: Pick<FrameSpec, 'backdrop' | 'people'>): Promise<EmbeddedImages> {
    const { backdrops, portraits } = this.read;
    const shown = [backdrops.find((image) => image?.path === backdrop), ...people.map(({ card }) => card && portraits.get(card.image))];
    const images = shown.filter((image) => image !== undefined && image !== null);
    return new Map(await Promise.all(images.map(async (image) => [image.path, await image.dataUri()] as const)));
  }

  title(): Picture { return this.titleCard(this.titled()); }

  /** A title card with another title than the read's, such as a trailer's, and with the byline. */
  titleOf(words: string): Picture { return this.titleCard({ ...this.titled(), title: words, kicker: '' }); }

  private titleCard(spec: ReturnType<FilmPictures['titled']>): Picture {
    return this.kept('film-card', [spec, this.canvas], () => (isUpright(this.canvas) ? posterSvg(spec, this.canvas) : cardSvg(spec, this.canvas)));
  }

  titleOver(): Picture {
    const { title, kicker, byline } = this.titled();
    const words = { title, kicker, ...(byline ? { byline } : {}) };
    return this.kept('film-title', [words, this.canvas], () => titleOverSvg(words, this.canvas));
  }

  /** Any words on a title card, without a byline. */
  card(words: string): Picture {
    const { byline: _byline, ...titled } = this.titled();
    return this.titleCard({ ...titled, title: words, kicker: '' });
  }

  /** An image that fills the picture. `line` decides the scene whose colours surround it. */
  filled(line: FilmLine, image: FilmImage): Picture {
    const { shown } = this.place(line);
    const spec: FrameSpec = { ...this.specOf(line, 0, { ...shown, people: [] }), background: 'drawn', backdrop: image.path };
    return this.kept('frame', spec, async () => frameSvg(spec, new Map([[image.path, await image.dataUri()]])));
  }

  /** A name over a person; `x` is the person's position, as a share of the width. */
  nameOver(cue: string, x: number): Picture {
    const name = titleCase(cue);
    return this.kept('film-name', [name, x, this.canvas], () => nameOverSvg(name, x, this.canvas));
  }

  caption(caption: { text: string; speaker: string | null }): Picture {
    return this.kept('film-caption', [caption, this.canvas], () => captionOverSvg(caption, this.canvas));
  }

  /** The words of a scene while it opens. */
  summary(summary: string, isLit: boolean): Picture {
    return this.kept('film-summary', [summary, isLit, this.canvas], () => wordsOverSvg(summary, isLit, this.canvas));
  }

  private titled() {
    const { art, theater: { title, subtitle } } = this.read;
    return { ...coverSpecOf(art), ...(title ? { title } : {}), ...(subtitle ? { kicker: subtitle } : {}) };
  }

  /** The picture that `draw` makes. `spec` determines it completely, and `kind` names the way it is drawn. */
  kept(kind: string, spec: unknown, draw: Picture['draw']): Picture {
    const key = pictureKey(kind, spec);
    const picture = this.known.get(key) ?? { key, draw };
    this.known.set(key, picture);
    return picture;
  }
}
