import path from 'node:path';
import type { FilmFormat } from '../../../craft/film/film.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { CLIP_ENCODER, CLIP_FORMAT } from '../../../craft/video/clip-format.js';
import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import type { Chosen } from '../../../kernel/families/settings/settings-store.js';
import { clipsOf, placedClips, type PortraitClip, type SceneClip, type ShownClip } from './chosen-clips.js';
import type { FilmClip } from '../film/film-pictures.js';
import { clipKey } from './clip-store.js';

/** Name of a clip below a share link. */
export const clipName = (clipId: string): string => `clip-${clipId}.mp4`;

/** The clip of a read with this file name, or null. The name of a replaced clip no longer exists. */
export const findClip = (read: { overlays: Chosen }, name: string): PortraitClip | SceneClip | null => {
  const { portraits, scenes } = clipsOf(read);
  return [...Object.values(portraits), ...Object.values(scenes)].find(({ clip }) => clipName(clip.clipId) === name) ?? null;
};

/** The file of a clip; null when the stored object is gone. */
export async function clipFile({ store }: Pick<Services, 'store'>, artifactId: string, { clipId, sha256 }: ShownClip): Promise<MediaFile | null> {
  const key = clipKey(artifactId, clipId);
  const object = await store.stat(key);
  return object && {
    byteSize: object.byteSize, etag: `"${sha256}"`, contentType: 'video/mp4', lastModified: object.modifiedAt, open: (range) => store.stream(key, range),
  };
}

type Fetched = Pick<Services, 'store' | 'ffmpeg'>;
interface Filmed { format: Pick<FilmFormat, 'widthPx' | 'heightPx'>; signal: AbortSignal }

/** A clip as footage for the films of its read, cropped to their aspect. */
function footageOf({ store, ffmpeg }: Fetched, artifactId: string, { clipId, sha256 }: ShownClip, { format: { widthPx, heightPx }, signal }: Filmed): FilmClip['footage'] {
  const isSameAspect = widthPx * CLIP_FORMAT.heightPx === heightPx * CLIP_FORMAT.widthPx;
  const cutTo = isSameAspect ? '' : `${widthPx}x${heightPx}`;
  return {
    key: `clip ${sha256} ${cutTo}`,
    async fetch(folder) {
      const whole = await store.toLocalFile(clipKey(artifactId, clipId), path.join(folder, `${clipId}.mp4`));
      if (isSameAspect) return whole;
      const cut = path.join(folder, `${clipId}-${cutTo}.mp4`);
      const filters = `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=increase,crop=${widthPx}:${heightPx},setsar=1`;
      await (await ffmpeg()).run(['-loglevel', 'error', '-f', 'mov', '-i', whole, '-map', '0:v:0', '-vf', filters, ...CLIP_ENCODER, cut], { signal });
      return cut;
    },
  };
}

/** The clips that a film of a read shows. */
export const filmClips = (services: Fetched, read: { artifactId: string; overlays: Chosen }, screenplay: Pick<Screenplay, 'scenes'>, filmed: Filmed): FilmClip[] =>
  placedClips(read, screenplay).map(({ sceneIndex, entryIndex, clip }) =>
    ({ sceneIndex, fromEntry: entryIndex, durationMs: clip.durationMs, footage: footageOf(services, read.artifactId, clip, filmed) }));
