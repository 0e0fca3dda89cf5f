import { createHash } from 'node:crypto';
import { coverSvg } from '../../../craft/images/compose.js';
import { isColour } from '../../../craft/images/colour.js';
import type { Facing } from '../../../craft/images/person/head-frame.js';
import { describeLook, type Look } from '../../../craft/images/person/look.js';
import { drawBust, drawFace } from '../../../craft/images/person/portrait.js';
import { describePlace, parsePlace, type Place } from '../../../craft/images/places/place.js';
import { drawScene, seenPlace } from '../../../craft/images/scenes/index.js';
import { MAX_ON_STAGE } from '../../../craft/stage/stage-plan.js';
import { RENDERER_VERSION } from '../../../craft/images/version.js';
import type { DrawnPicture } from '../../../kernel/storage/media-file.js';
import type { PagePicture, ReadCastMember } from './page-pictures.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { getPalette, getPictureOverrides, type CurrentRead } from '../read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import type { VoiceMap } from '../../library/voice-map.js';
import { EMBEDDED_IMAGES } from '../../../craft/images/engines/embedded-images.js';
import { graded, type Grade } from '../../../craft/images/grade.js';
import { ObjectMissing } from '../../../kernel/storage/port.js';
import type { Db } from '../../../kernel/db/database.js';
import { findShownImage } from '../../canon/images/image-store.js';
import { imageIdIn, imagePathOf } from '../../canon/images/project-images.js';
import { canonName, loadCanonLooks, type CanonLooks } from '../../canon/looks/canon-people.js';
import { visualCanonOf } from '../../canon/looks/visual-canon.js';
import { findKeptMood } from '../../canon/mood-board/kept-mood.js';
import { seedOf } from '../../canon/looks/look-store.js';
import { picturesMark, picturesOf, promptedBackdrops, withChosen } from './chosen-pictures.js';
import { isSeen, looksOf } from './read-looks.js';
import { eraOf, placeOfWords, placesOf } from '../../canon/looks/scene-places.js';
import { sourceWordsOf } from '../../canon/looks/source-text.js';

/** All input for drawing the pictures of one read. */
export interface ReadArt {
  title: string;
  kicker: string;
  byline?: string;
  /** Seed of the drawings of a project: a place or a person looks the same in all its reads, and in all runs of one story. */
  seed: string;
  palette: readonly string[];
  /** Treatments of all colours that the canon asks for. */
  grades: readonly Grade[];
  places: readonly Place[];
  /** Indexed by seat, which is an index into the cast; null for a narrator. */
  looks: readonly (Look | null)[];
  facings: readonly Facing[];
  /** Paths of portraits that a service made, by seat. */
  faces: readonly (string | null)[];
  /** Paths of pictures of places that a service made, by scene; null where the drawing is the picture. */
  backdrops: readonly (string | null)[];
  /** The scene with the most spoken words, and the seats of up to three people who say most, in that order. */
  coverScene: number;
  leads: readonly number[];
}

const KICKERS = { documentary: 'A documentary', podcast: 'A conversation', drama: 'A table read' } as const;
const MAX_LEADS = 3;
const MAX_COLOURS = 8;
/** Rises when what is pinned changes its meaning. */
const PINNED_VERSION = 1;
const MAX_CACHED_READS = 64;
const MAX_CACHED_PICTURES = 400;

/** A person who mostly stands on the left faces right, and the reverse, so that people face each other. */
export function facingsOf(screenplay: Screenplay): Facing[] {
  const side = screenplay.cast.map(() => 0);
  for (const { firstEntry, lastEntry } of screenplay.scenes) {
    const speaking = new Set(screenplay.entries.slice(firstEntry, lastEntry + 1).map(({ character }) => character));
    const seats = screenplay.cast.flatMap((member, seat) => (isSeen(member) && speaking.has(member.character) ? [seat] : [])).slice(0, MAX_ON_STAGE);
    seats.forEach((seat, position) => { side[seat]! += Math.sign((seats.length - 1) / 2 - position) * seats.length; });
  }
  return side.map((weight): Facing => (weight > 0 ? 1 : weight < 0 ? -1 : 0));
}

function spokenWords(screenplay: Screenplay, sceneIndex: number): number {
  const { firstEntry, lastEntry } = screenplay.scenes[sceneIndex]!;
  return screenplay.entries.slice(firstEntry, lastEntry + 1).reduce((sum, { kind, text }) => sum + (kind === 'dialogue' ? text.length : 0), 0);
}

function coverSceneOf(screenplay: Screenplay, places: readonly Place[]): number {
  const weight = (index: number) => spokenWords(screenplay, index) * (places[index]!.category === 'abstract' ? 0.2 : 1);
  return places.reduce((best, _, index) => (weight(index) > weight(best) ? index : best), 0);
}

function leadsOf(screenplay: Screenplay): number[] {
  const seats = screenplay.cast.flatMap((member, seat) => (isSeen(member) ? [seat] : []));
  return seats.sort((a, b) => screenplay.cast[b]!.wordCount - screenplay.cast[a]!.wordCount || a - b).slice(0, MAX_LEADS);
}

const arts = new Map<string, Promise<ReadArt>>();

/** The input for drawing a read's pictures with those that were chosen for it, cached. Chooses and stores looks for people who have none. */
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
  const decided = withPrompted(await pinnedArt(services, read, screenplay), read);
  return {
    title: read.title, kicker: KICKERS[screenplay.mode], ...(screenplay.author ? { byline: `by ${screenplay.author}` } : {}),
    ...withChosen(decided, screenplay.cast, picturesOf(read)),
  };
}

/** The art with the places that words of the owner describe. */
function withPrompted(art: DecidedArt, { overlays }: CurrentRead): DecidedArt {
  const places = [...art.places];
  for (const [scene, prompt] of promptedBackdrops(overlays)) {
    const was = places[scene];
    if (was) places[scene] = seenPlace({ place: placeOfWords(prompt, was.era), seed: art.seed, palette: art.palette });
  }
  return { ...art, places };
}

/** What is decided with a revision. */
export type DecidedArt = Omit<ReadArt, 'title' | 'kicker' | 'byline' | 'backdrops'>;

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
  const era = visual.era ?? eraOf(screenplay, source);
  const places = placesOf(screenplay, era, visual).map((place) => seenPlace({ place, seed, palette }));
  const looks = await looksOf(store, { read, screenplay, palette, era, source, seed, canon, avatar: overrides.avatar ?? '' });
  return {
    seed, palette, grades: visual.grades, places, looks, facings: facingsOf(screenplay), faces: await headshotsOf(db, read.projectId, screenplay, canon),
    coverScene: coverSceneOf(screenplay, places), leads: leadsOf(screenplay),
  };
}

/**
 * Paths of the portraits in the canon, by seat, where a service made them; null where the drawing is the portrait. A drawn portrait
 * shows the same person as the picture of the look.
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

/** What a cover shows: the place of a scene and up to three people, by seat. */
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

const NAME = /^(?:(scene|bust|face)-(\d{1,4})|(cover))\.svg$/;

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
  if (kind === 'scene') {
    const place = art.places[index];
    const spec = place && { place, seed: art.seed, palette: art.palette };
    return spec ? remembered(pictureKey('scene', [spec, art.grades]), () => graded(drawScene(spec), art.grades)) : null;
  }
  const look = kind ? art.looks[index] : undefined;
  if (!look) return null;
  const pose = { facing: art.facings[index] ?? 0 };
  return remembered(pictureKey(kind!, [look, pose, art.grades]), () => graded(kind === 'bust' ? drawBust(look, pose) : drawFace(look, pose), art.grades));
}
