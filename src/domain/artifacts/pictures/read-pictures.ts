import { createHash } from 'node:crypto';
import { coverSvg } from '../../../craft/images/compose.js';
import { isColour } from '../../../craft/images/colour.js';
import { describeLook } from '../../../craft/images/person/look.js';
import { drawBust, drawFace } from '../../../craft/images/person/portrait.js';
import { describePlace, parsePlace } from '../../../craft/images/places/place.js';
import { drawScene, seenPlace } from '../../../craft/images/scenes/index.js';
import { RENDERER_VERSION } from '../../../craft/images/version.js';
import type { DrawnPicture } from '../../../kernel/storage/media-file.js';
import type { PagePicture, ReadCastMember } from './page-pictures.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { getPalette, getPictureOverrides, type CurrentRead } from '../read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import type { VoiceMap } from '../../library/voice-map.js';
import { EMBEDDED_IMAGES } from '../../../craft/images/engines/embedded-images.js';
import { graded } from '../../../craft/images/grade.js';
import { ObjectMissing } from '../../../kernel/storage/port.js';
import type { Db } from '../../../kernel/db/database.js';
import { findShownImage } from '../../canon/images/image-store.js';
import { imageIdIn, imagePathOf } from '../../canon/images/project-images.js';
import { canonName, loadCanonLooks, type CanonLooks } from '../../canon/looks/canon-people.js';
import { visualCanonOf } from '../../canon/looks/visual-canon.js';
import { findKeptMood } from '../../canon/mood-board/kept-mood.js';
import { seedOf } from '../../canon/looks/look-store.js';
import { picturesMark, picturesOf, promptedBackdrops, withChosen } from './chosen-pictures.js';
import { decideFrom, MAX_LEADS, type DecidedArt, type ReadArt } from './decide-art.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import { placeOfWords, type Stop } from '../../canon/looks/scene-places.js';
import { sourceWordsOf } from '../../canon/looks/source-text.js';

export type { DecidedArt, ReadArt } from './decide-art.js';

const KICKERS = { documentary: 'A documentary', podcast: 'A conversation', drama: 'A table read' } as const;
const MAX_COLOURS = 8;
/** Must be raised when the meaning of the pinned data changes. */
const PINNED_VERSION = 1;
const MAX_CACHED_READS = 64;
const MAX_CACHED_PICTURES = 400;

const arts = new Map<string, Promise<ReadArt>>();

/** The input for drawing a read's pictures, including those chosen for it; cached. Chooses and stores looks for people who have none. */
export function getReadArt(services: Pick<Services, 'db' | 'store'>, read: CurrentRead): Promise<ReadArt> {
  const key = `${read.artifactId}:${read.revision}:${picturesMark(read)}:${read.title}`;
  const known = arts.get(key);
  if (known) return known;
  if (arts.size >= MAX_CACHED_READS) arts.delete(arts.keys().next().value!);
  const art = titledArt(services, read);
  arts.set(key, art);
  art.catch(() => arts.delete(key));
  return art;
}

async function titledArt(services: Pick<Services, 'db' | 'store'>, read: CurrentRead): Promise<ReadArt> {
  const screenplay = await getScreenplay(services.store, read.scriptKey);
  const decided = withPrompted(await pinnedArt(services, read, screenplay), read, screenplay);
  return {
    title: read.title, kicker: KICKERS[screenplay.mode], ...(screenplay.author ? { byline: `by ${screenplay.author}` } : {}),
    ...withChosen(decided, screenplay.cast, picturesOf(read)),
  };
}

/** Replaces the places of scenes that have a prompt. A scene whose prompt a person wrote stays at that place to its end. */
function withPrompted(art: DecidedArt, { overlays }: CurrentRead, { entries }: Screenplay): DecidedArt {
  const places = [...art.places];
  for (const [scene, prompt] of promptedBackdrops(overlays)) {
    const was = places[scene];
    if (was) places[scene] = seenPlace({ place: placeOfWords(prompt, was.era), seed: art.seed, palette: art.palette });
  }
  const staged = stagedScenes(overlays);
  const isFree = ({ entryIndex }: Stop): boolean => staged.get(entries[entryIndex]!.sceneIndex)?.promptBy !== 'hand';
  return { ...art, places, ...art.stops ? { stops: art.stops.filter(isFree) } : {} };
}

export const pinnedKey = ({ artifactId, revision }: Pick<CurrentRead, 'artifactId' | 'revision'>): string =>
  `pictures/reads/${createHash('sha256').update(`${PINNED_VERSION}\n${artifactId}\n${revision}`).digest('hex')}.json`;

/** What the pictures of a revision show, decided when they are drawn first: a later change of the canon shows in the next revision or read. */
export async function pinnedArt(services: Pick<Services, 'db' | 'store'>, read: CurrentRead, screenplay: Screenplay): Promise<DecidedArt> {
  const { store } = services;
  try {
    return JSON.parse((await store.get(pinnedKey(read))).toString('utf8')) as DecidedArt;
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
  const decided = await decideArt(services, read, screenplay);
  await store.put(pinnedKey(read), JSON.stringify(decided));
  return decided;
}

async function decideArt({ db, store }: Pick<Services, 'db' | 'store'>, read: CurrentRead, screenplay: Screenplay): Promise<DecidedArt> {
  const [named, source, seed, canon, ofScript, mood] = await Promise.all([
    getPalette(db, read.jobId), sourceWordsOf({ db, store }, screenplay), seedOf(store, read.projectId, screenplay.title),
    loadCanonLooks(db, read.projectId), getPictureOverrides(db, read.jobId), findKeptMood(db, read.projectId),
  ]);
  const overrides = { ...ofScript, avatar: read.avatarStyle ?? ofScript.avatar ?? null };
  const visual = visualCanonOf(canon.bible, overrides, mood);
  const palette = visual.palette.length > 0 ? visual.palette : named.filter(isColour).slice(0, MAX_COLOURS);
  const decided = await decideFrom(store, { read, screenplay, source, seed, palette, canon, visual, avatar: overrides.avatar ?? '' });
  return { ...decided, faces: await headshotsOf(db, read.projectId, screenplay, canon) };
}

/**
 * Paths of portraits in the canon that a service made, by seat; null when the portrait is a drawing. A drawn portrait shows the same look as the read's own
 * picture.
 */
async function headshotsOf(db: Db, projectId: string, { cast }: Screenplay, canon: CanonLooks): Promise<(string | null)[]> {
  return Promise.all(cast.map(async ({ character, sameAs }) => {
    const name = canonName(canon, sameAs ?? character);
    const id = imageIdIn(canon.characters.find((one) => one.name === name)?.headshotUrl ?? '');
    const image = id ? await findShownImage(db, id) : null;
    return image && image.projectId === projectId && image.provider !== EMBEDDED_IMAGES ? imagePathOf(image) : null;
  }));
}

/** Makes the URL of a picture from its public name. */
export type PictureUrl = (name: string) => string;

/** The picture of a scene for a page, or null when the read has no such scene. */
export function backdropOf(art: ReadArt, urlOf: PictureUrl, scene: number): PagePicture | null {
  const place = art.places[scene];
  return place ? { url: art.backdrops[scene] ?? urlOf(`scene-${scene}.svg`), alt: describePlace(place) } : null;
}

/** A person's picture for a page, or null for a narrator. */
function portraitOf(art: ReadArt, urlOf: PictureUrl, kind: 'bust' | 'face', seat: number): PagePicture | null {
  const look = art.looks[seat];
  const image = kind === 'face' ? art.faces[seat] : null;
  if (look && image) return { url: image, alt: describeLook(look) };
  return look ? { url: urlOf(`${kind}-${seat}.svg`), alt: describeLook(look) } : null;
}

/** The cast for a page, by seat, with portraits of the visible members. */
export function picturedCast(art: ReadArt, urlOf: PictureUrl, screenplay: Screenplay, voiceMap: VoiceMap): ReadCastMember[] {
  return screenplay.cast.map(({ character, role }, seat) => ({
    character, role, voiceName: voiceMap[character]?.voiceName ?? null,
    bust: portraitOf(art, urlOf, 'bust', seat), face: portraitOf(art, urlOf, 'face', seat),
  }));
}

/** People without a line for a page, with their portraits. */
function picturedExtras(art: ReadArt, urlOf: PictureUrl): ReadCastMember[] {
  const first = art.looks.length - (art.presence?.extras.length ?? 0);
  return (art.presence?.extras ?? []).map(({ character }, at) => (
    { character, role: 'character', voiceName: null, bust: portraitOf(art, urlOf, 'bust', first + at), face: portraitOf(art, urlOf, 'face', first + at) }));
}

/** From which entry on a page shows a change within an entry: from that entry if the change comes in its first half, else from the next one. */
function shownFrom({ entryIndex, from }: { entryIndex: number; from: number }, { entries }: Screenplay): { sceneIndex: number; entryIndex: number } {
  const { sceneIndex, text } = entries[entryIndex]!;
  return { sceneIndex, entryIndex: from * 2 < text.length ? entryIndex : entryIndex + 1 };
}

/** The places within scenes for a page. */
const picturedStops = (art: ReadArt, urlOf: PictureUrl, screenplay: Screenplay) =>
  (art.stops ?? []).map((stop, at) => ({ ...shownFrom(stop, screenplay), backdrop: { url: urlOf(`stop-${at}.svg`), alt: describePlace(stop.place) } }));

/** Changed clothes for a page: busts by cue, each from an entry on until the next change in the scene. */
function picturedDress({ changing }: ReadArt, urlOf: PictureUrl, screenplay: Screenplay) {
  const bustOf = (at: number): PagePicture => ({ url: urlOf(`worn-${at}.svg`), alt: describeLook(changing!.looks[at]!) });
  return (changing?.sights ?? []).map((sight) => (
    { ...shownFrom(sight, screenplay), busts: Object.fromEntries(Object.entries(sight.worn).map(([cue, at]) => [cue, bustOf(at)])) }));
}

/** What a page shows beside the cast and the places of scenes. */
export const picturedStage = (art: ReadArt, urlOf: PictureUrl, screenplay: Screenplay) =>
  ({ extras: picturedExtras(art, urlOf), stops: picturedStops(art, urlOf, screenplay), dress: picturedDress(art, urlOf, screenplay) });

const drawn = new Map<string, DrawnPicture>();

async function remembered(key: string, draw: () => string | Promise<string>): Promise<DrawnPicture> {
  let picture = drawn.get(key);
  if (!picture) {
    const svg = await draw();
    picture = { svg, etag: `"${createHash('sha256').update(svg).digest('hex').slice(0, 32)}"` };
    if (drawn.size >= MAX_CACHED_PICTURES) drawn.delete(drawn.keys().next().value!);
    drawn.set(key, picture);
  }
  return picture;
}

/** A hash of a picture's content: renderer version, kind and input. */
export const pictureKey = (kind: string, spec: unknown): string =>
  createHash('sha256').update(`${RENDERER_VERSION}\n${kind}\n${JSON.stringify(spec)}`).digest('hex');

/** The content of a cover: the place of a scene and up to three people, by seat. */
export interface CoverChoice { kicker: string; coverScene: number; leads: readonly number[] }

/** The input for drawing a cover of the read, or of a part of it. */
export function coverSpecOf(art: ReadArt, { kicker, coverScene, leads }: CoverChoice = art) {
  const place = art.places[coverScene] ?? parsePlace('');
  return {
    title: art.title, kicker, ...(art.byline ? { byline: art.byline } : {}), scene: { place, seed: art.seed, palette: art.palette },
    ...(art.grades.length > 0 ? { grades: art.grades } : {}),
    looks: leads.filter((seat) => art.looks[seat]).slice(0, MAX_LEADS).map((seat) => art.looks[seat]!),
  };
}

const NAME = /^(?:(scene|stop|bust|face|worn)-(\d{1,4})|(cover))\.svg$/;

/** Draws a picture by its public name; null when there is no read or the read has no picture of that name. */
export async function pictureOf(
  services: Pick<Services, 'db' | 'store'>, read: CurrentRead | null, name: string, choice?: CoverChoice,
): Promise<DrawnPicture | null> {
  if (!read || !NAME.test(name)) return null;
  const art = await getReadArt(services, read);
  const [, kind, digits, cover] = NAME.exec(name) ?? [];
  if (cover) {
    const spec = coverSpecOf(art, choice);
    return remembered(pictureKey('cover', spec), () => coverSvg(spec));
  }
  const index = Number(digits);
  if (kind === 'scene' || kind === 'stop') {
    const place = kind === 'scene' ? art.places[index] : art.stops?.[index]?.place;
    const spec = place && { place, seed: art.seed, palette: art.palette };
    return spec ? remembered(pictureKey('scene', [spec, art.grades]), () => graded(drawScene(spec), art.grades)) : null;
  }
  const look = kind === 'worn' ? art.changing?.looks[index] : art.looks[index];
  if (!look) return null;
  const seat = kind === 'worn' ? art.looks.findIndex((one) => one?.name === look.name) : index;
  const pose = { facing: art.facings[seat] ?? 0 };
  return remembered(pictureKey(kind!, [look, pose, art.grades]), () => graded(kind === 'face' ? drawFace(look, pose) : drawBust(look, pose), art.grades));
}
