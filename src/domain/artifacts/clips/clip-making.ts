import { stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readMp4 } from '../../../craft/film/mp4-facts.js';
import { CLIP_FORMAT } from '../../../craft/video/clip-format.js';
import { sha256Of } from '../../../kernel/storage/file-hash.js';
import type { Services } from '../../../kernel/services.js';
import { findImageFile } from '../../canon/images/project-images.js';
import type { DrawnRead } from '../pictures/drawn-read.js';
import type { ShownClip } from './chosen-clips.js';
import type { ClipBrief, ClipRequest } from './clip-brief.js';
import { clipKey, CLIP_KIND } from './clip-store.js';

export type BriefOf<Purpose extends ClipBrief['purpose']> = Extract<ClipBrief, { purpose: Purpose }>;

/** Everything that making a clip needs, with the signal that cancels it. */
export interface ClipMaking { services: Services; request: ClipRequest; drawn: DrawnRead; signal: AbortSignal }

/** Stores a finished file as the clip of its request. It checks the file again, whoever made it, and throws for a file that is not a clip. */
export async function keptClip(
  { services: { store, faults }, request: { id, subjectId } }: Pick<ClipMaking, 'services' | 'request'>, file: string,
  shown: Pick<ShownClip, 'provider' | 'description' | 'madeFrom'>,
): Promise<ShownClip> {
  const picture = (await readMp4(file))?.tracks.find(({ codec }) => codec === 'avc1');
  if (!picture || picture.widthPx !== CLIP_FORMAT.widthPx || picture.heightPx !== CLIP_FORMAT.heightPx) throw new Error(`${CLIP_KIND} ${id} is no clip`);
  const [sha256, { size: byteSize }] = await Promise.all([sha256Of(file), stat(file)]);
  await faults.reach('render.before_rename', CLIP_KIND);
  await store.putFile(clipKey(subjectId, id), file);
  return { clipId: id, sha256, byteSize, durationMs: Math.round(picture.durationMs), ...shown };
}

/** The bytes of a project image; null when it is gone. */
export async function imageBytes(services: Pick<Services, 'db' | 'store'>, image: string): Promise<Buffer | null> {
  const opened = await (await findImageFile(services, path.posix.basename(image)))?.open();
  return opened ? Buffer.isBuffer(opened) ? opened : await buffer(opened) : null;
}
