import path from 'node:path';
import { graded } from '../../../craft/images/grade.js';
import { describePlace, type Place } from '../../../craft/images/places/place.js';
import { drawScene, placePlanes, seenPlace } from '../../../craft/images/scenes/index.js';
import { Drawing, type Plane } from '../../../craft/images/svg.js';
import { EMBEDDED_VIDEOS } from '../../../craft/video/port.js';
import { ownVideo } from '../../../craft/video/own-video.js';
import { renderParallax } from '../../../craft/video/parallax.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { placeOfWords } from '../../canon/looks/scene-places.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import { BACKDROP_SIZE, filmImages } from '../film/film-images.js';
import { inRenderFolder } from '../finalize/render-folder.js';
import type { ClipFacts } from './clip-brief.js';
import { imageBytes, keptClip, type BriefOf, type ClipMaking } from './clip-making.js';
import { sceneClipMark } from './clip-mark.js';
import { servedVideo } from './served-clip.js';

/** More planes cost more than they show. */
const MAX_PLANES = 6;

/** What a clip shows: a place and, if an image service painted it, its picture. */
interface Shown { place: Place; image: string | null }

function shownIn({ drawn: { art } }: ClipMaking, { sceneIndex, prompt }: BriefOf<'scene'>): Shown {
  const place = art.places[sceneIndex];
  if (!place) throw new MakingFailed('the read shows this scene no longer');
  if (prompt === null) return { place, image: art.backdrops[sceneIndex] ?? null };
  return { place: seenPlace({ place: placeOfWords(prompt, place.era), seed: art.seed, palette: art.palette }), image: null };
}

/** The planes of a place: a picture from a service is one plane, a drawing has several. */
async function planesOf({ services, drawn: { art: { seed, palette, grades } }, signal }: ClipMaking, { place, image }: Shown): Promise<Plane[]> {
  const file = image === null ? undefined : (await filmImages(services, [image], BACKDROP_SIZE, signal)).get(image);
  if (!file) return placePlanes({ place, seed, palette }, MAX_PLANES).map(({ depth, svg }) => ({ depth, svg: graded(svg, grades) }));
  const draw = new Drawing(1_600, 900, 'i').raw(`<image width="1600" height="900" href="${await file.dataUri()}"/>`);
  return [{ depth: 1, svg: draw.toString() }];
}

/** Makes the clip of a scene: a camera move through its drawn place, or a video that a service makes from its picture. */
export async function makeSceneClip(making: ClipMaking, brief: BriefOf<'scene'>): Promise<ClipFacts[]> {
  const { services, drawn: { art, read }, signal } = making;
  const { sceneIndex, entryIndex, prompt, durationMs } = brief;
  const shown = shownIn(making, brief);
  const description = describePlace(shown.place);
  const ffmpeg = await services.ffmpeg();
  const videos = await services.videos();
  const backdropPrompt = stagedScenes(read.overlays).get(sceneIndex)?.backdropPrompt ?? null;
  const facts = { purpose: 'scene' as const, sceneIndex, entryIndex, prompt, backdropPrompt };
  if (videos.embedded) {
    const planes = await planesOf(making, shown);
    const kept = { provider: EMBEDDED_VIDEOS, description, madeFrom: sceneClipMark(making.drawn, brief) };
    return inRenderFolder(services, signal, async (folder) => {
      const outputPath = path.join(folder, 'clip.mp4');
      // Falling rain and snow will become veils here; for now they are part of the drawing.
      await renderParallax(ffmpeg, { planes, veils: [], durationMs, seed: `${art.seed}:${brief.key}` }, { folder, outputPath, signal, jobId: read.jobId });
      return [{ ...facts, clip: await keptClip(making, outputPath, kept) }];
    }, 'clips');
  }
  const seconds = Math.ceil(durationMs / 1_000);
  const painted = shown.image && await imageBytes(services, shown.image);
  const firstFrame = painted || graded(drawScene({ place: shown.place, seed: art.seed, palette: art.palette }), art.grades);
  const words = [`${description}. No people.`, shown.place.details ?? '', prompt ?? '', 'The camera moves slowly.'].filter(Boolean).join(' ');
  const ticket = await servedVideo(videos, making, { prompt: words, firstFrame, seconds });
  return inRenderFolder(services, signal, async (folder) => {
    const [file, outputPath] = [path.join(folder, 'foreign'), path.join(folder, 'clip.mp4')];
    await videos.fetch(ticket, file, signal);
    await ownVideo(ffmpeg, { provider: videos.name, file, seconds, durationMs, sound: null, outputPath }, signal, read.jobId);
    return [{ ...facts, clip: await keptClip(making, outputPath, { provider: videos.name, description }) }];
  }, 'clips');
}
