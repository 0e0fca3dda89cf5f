import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { decodeServed, servedLufs } from '../../../craft/audio/served/decode.js';
import type { ServedPieceWish } from '../../../craft/audio/served/prompt.js';
import type { MusicService } from '../../../craft/audio/served/music-service.js';
import type { Services } from '../../../kernel/services.js';
import { Semaphore } from '../../../kernel/threads/semaphore.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { groundOf } from '../mix/mix-lane.js';
import { loadPerformed, type PerformedRead } from '../mix/performed-read.js';
import { findCurrentRead, type CurrentRead } from '../read-store.js';
import { isKept } from './beds.js';
import { SERVED } from './music-cue.js';
import { placeMusic } from './place-music.js';
import { musicOf } from './read-music.js';
import { nearestPiece, pieceFor } from './served-music.js';
import { insertServedPiece, listServedPieces, pieceKeyOf } from './served-piece-store.js';

/** How many pieces of one read are ordered from the service at once. */
const AT_ONCE = 2;

/** Mixes of one read order one after the other, so that the second one finds the pieces of the first. */
const turns = new LRUCache<string, Semaphore>({ max: 500 });

function turnOf(artifactId: string): Semaphore {
  const turn = turns.get(artifactId) ?? new Semaphore(1);
  turns.set(artifactId, turn);
  return turn;
}

const hasServed = ({ overlays }: Pick<CurrentRead, 'overlays'>): boolean => musicOf(overlays).some(({ muted, clip }) => !muted && clip.assetId === SERVED);

/** The pieces that a performed read needs from a service. */
function wantedPieces({ read: { overlays, projectId }, screenplay, timeline }: PerformedRead): ServedPieceWish[] {
  const ground = groundOf(screenplay, projectId);
  const placed = placeMusic(musicOf(overlays), ground, timeline.entries, timeline.durationMs).filter(({ cue }) => cue.clip.assetId === SERVED);
  return placed.map((one) => pieceFor(one, ground));
}

/** Calls `use` with the path of a temporary file in the working folder, and deletes the file afterwards. */
async function withTemporaryFile<T>(workDir: string, use: (file: string) => Promise<T>): Promise<T> {
  const file = path.join(workDir, `served-${randomBytes(8).toString('hex')}`);
  await mkdir(workDir, { recursive: true });
  try {
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Orders a piece, measures its loudness and stores it as it came. */
async function orderPiece(
  services: Services, service: MusicService, artifactId: string, { soundKey, prompt, durationMs }: ServedPieceWish, signal: AbortSignal,
): Promise<void> {
  const { store, db, config } = services;
  const id = { artifactId, soundKey, durationMs };
  const bytes = await service.make({ requestId: `${artifactId}-${soundKey}-${durationMs}`, prompt, durationMs }, signal);
  await withTemporaryFile(path.join(config.dataDir, 'work'), async (file) => {
    await writeFile(file, bytes);
    const lufs = await servedLufs(await services.ffmpeg(), { provider: service.name, file, durationMs, signal });
    await store.put(pieceKeyOf(id), bytes);
    if (!await insertServedPiece(db, { ...id, lufs, provider: service.name })) await store.delete(pieceKeyOf(id));
  });
}

/**
 * Has the service make the missing pieces of a performed read. Every rendering of its MP3, its stems or its film calls this before its turn to render; live
 * mixes only use pieces that are stored. Each piece is paid for once, because a later attempt finds the pieces of an earlier one. Throws `MakingFailed`
 * without a service, and the failures of providers.
 */
export async function keepServedPieces(
  services: Services, { artifactId, revision }: Pick<CurrentRead, 'artifactId' | 'revision'>, signal: AbortSignal,
): Promise<void> {
  const read = await findCurrentRead(services.db, artifactId, revision);
  if (!read || !hasServed(read)) return;
  const wanted = wantedPieces(await loadPerformed(services, artifactId, revision));
  await turnOf(artifactId).run(async () => {
    const kept = await listServedPieces(services.db, artifactId);
    const missing = wanted.filter((piece) => nearestPiece(kept, piece) === null);
    if (missing.length === 0) return;
    const { musicService } = services;
    if (musicService === null) throw new MakingFailed('the music of this read comes from a service, and here MUSIC_BASE_URL is not set');
    const limit = pLimit(AT_ONCE);
    const ordered = await Promise.allSettled(missing.map((piece) => limit(() => orderPiece(services, musicService, artifactId, piece, signal))));
    const failed = ordered.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }, signal);
}

/** True when every piece that a performed read needs from a service is stored; also when it needs none. */
export async function hasServedPieces(services: Pick<Services, 'db' | 'store'>, read: CurrentRead): Promise<boolean> {
  if (!hasServed(read)) return true;
  const [performed, kept] = await Promise.all([
    loadPerformed(services, read.artifactId, read.revision), listServedPieces(services.db, read.artifactId)]);
  return wantedPieces(performed).every((piece) => nearestPiece(kept, piece) !== null);
}

/** Opens the stored pieces of a read as files of decoded frames. The files stay in the working folder, like those of composed music. */
export function servedFiles(
  { db, store, ffmpeg, config }: Pick<Services, 'db' | 'store' | 'ffmpeg' | 'config'>, artifactId: string, signal: AbortSignal,
): (piece: ServedPieceWish) => Promise<string> {
  const workDir = path.join(config.dataDir, 'work');
  let kept: ReturnType<typeof listServedPieces> | null = null;
  return async (wish) => {
    const piece = nearestPiece(await (kept ??= listServedPieces(db, artifactId)), wish);
    // The cue was chosen after the pieces were ordered; the next attempt orders its piece.
    if (!piece) throw new Error(`the piece ${wish.soundKey} of ${wish.durationMs} ms is not kept`);
    const { provider, soundKey, durationMs, lufs } = piece;
    const decoded = path.join(workDir, `music-${soundKey}-${durationMs}.pcm`);
    if (await isKept(decoded)) return decoded;
    await withTemporaryFile(workDir, (source) => withTemporaryFile(workDir, async (outputPath) => {
      await store.toLocalFile(pieceKeyOf(piece), source);
      await decodeServed(await ffmpeg(), { provider, file: source, durationMs, lufs, outputPath, signal });
      await rename(outputPath, decoded);
    }));
    return decoded;
  };
}
