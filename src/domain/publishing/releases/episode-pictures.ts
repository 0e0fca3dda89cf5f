import { createHash } from 'node:crypto';
import { squareSceneSvg } from '../../../craft/images/compose.js';
import { graded } from '../../../craft/images/grade.js';
import { drawBust, drawFace } from '../../../craft/images/person/portrait.js';
import { rasterise } from '../../../craft/images/raster.js';
import { drawScene } from '../../../craft/images/scenes/index.js';
import type { Services } from '../../../kernel/services.js';
import type { Programme } from './programme.js';

/** Stored pictures of an episode by their public names: `face-<seat>.jpg` and `scene-<index>.jpg`. */
export type EpisodePictures = Readonly<Record<string, { key: string; byteSize: number }>>;

export const faceName = (seat: number): string => `face-${seat}.jpg`;
export const sceneName = (sceneIndex: number): string => `scene-${sceneIndex}.jpg`;

export type PictureKind = 'face' | 'bust' | 'scene' | 'square-scene';

/** The SVG of a person by seat, or of the place of a scene by index; null for a narrator and an unknown index. */
export function drawnFor({ art }: Programme, kind: PictureKind, index: number): string | null {
  const { seed, palette, grades = [] } = art;
  if (kind === 'face' || kind === 'bust') {
    const look = art.looks[index];
    const draw = kind === 'face' ? drawFace : drawBust;
    return look ? graded(draw(look, { facing: art.facings[index] ?? 0 }), grades) : null;
  }
  const place = art.places[index];
  const draw = kind === 'scene' ? drawScene : squareSceneSvg;
  return place ? graded(draw({ place, seed, palette }), grades) : null;
}

const FACE_PX = 600;
const SCENE_PX = 1_200;
const MAX_BYTES = 512 * 1024;

function wantedFor(programme: Programme): { name: string; svg: string; widthPx: number }[] {
  const { people, chapters } = programme;
  const faces = people.map(({ seat }) =>
    ({ name: faceName(seat), svg: drawnFor(programme, 'face', seat), widthPx: FACE_PX }));
  const scenes = chapters.map(({ sceneIndex }) =>
    ({ name: sceneName(sceneIndex), svg: drawnFor(programme, 'square-scene', sceneIndex), widthPx: SCENE_PX }));
  return [...faces, ...scenes].flatMap(({ svg, ...rest }) => (svg === null ? [] : [{ ...rest, svg }]));
}

/**
 * Draws the pictures of an episode's people and chapters as JPEG. Each drawing is kept under its hash and serves other
 * episodes too. Do not call it in the API process: it starts child processes. Throws `RasterFailed`.
 */
export async function drawPictures(
  { store, ffmpeg: findFfmpeg }: Pick<Services, 'store' | 'ffmpeg'>, programme: Programme, signal?: AbortSignal,
): Promise<EpisodePictures> {
  const ffmpeg = await findFfmpeg();
  const encoder = await ffmpeg.version();
  const pictures: Record<string, { key: string; byteSize: number }> = {};
  const draw = async (key: string, svg: string, widthPx: number): Promise<number> => {
    const request = { svg, widthPx, format: 'jpeg', maxBytes: MAX_BYTES, ...(signal ? { signal } : {}) } as const;
    const bytes = await rasterise(ffmpeg, request);
    await store.put(key, bytes);
    return bytes.byteLength;
  };
  for (const { name, svg, widthPx } of wantedFor(programme)) {
    const hash = createHash('sha256').update(`${encoder}\n${widthPx}\n${svg}`).digest('hex');
    const key = `publishing/pictures/${hash}.jpg`;
    const known = await store.stat(key);
    pictures[name] = { key, byteSize: known?.byteSize ?? await draw(key, svg, widthPx) };
  }
  return pictures;
}
