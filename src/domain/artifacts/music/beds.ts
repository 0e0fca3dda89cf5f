import { createHash } from 'node:crypto';
import { readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { COMPOSER_VERSION } from '../../../craft/audio/composer/wish.js';
import type { CutScoreWish } from '../../../craft/audio/composer/cut-wish.js';
import { SOUND_BANK } from '../../../craft/audio/composer/sound-bank.js';
import type { Clip } from '../../../craft/audio/mix/clip.js';
import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import type { BedWish } from '../../../craft/audio/score/bed.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../../kernel/threads/thread-pool.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import type { MixGround, MixTools } from '../mix/mix-lane.js';
import { clipFrom, madeOnce, recentClips } from '../mix/recent-clips.js';
import { compositionFor } from './composed-music.js';
import type { ComposingJob, PieceWish } from './composing-thread-main.js';
import { COMPOSED, SERVED, type MusicCue } from './music-cue.js';
import type { PlacedCue } from './place-music.js';
import { pieceFor } from './served-music.js';

const TIMEOUT_MS = 60_000;

/** The music of a cut is never longer. */
const MOST_CUT_MS = 240_000;

/**
 * A thread for catalogue music, and for music of cuts without installed instruments: computing a piece takes a second or two, and the worker must serve
 * others meanwhile.
 */
const thread = new ThreadPool<BedWish | { cut: CutScoreWish }, Uint8Array>({
  what: 'the music thread', module: compiledModule('./bed-thread-main.js', import.meta.url), size: 1, timeoutMs: () => TIMEOUT_MS,
});

/** A thread for composing. Composing and playing takes a twentieth of the piece's length, and longer on a busy machine. */
const composing = new ThreadPool<ComposingJob, void>({
  what: 'the composing thread', module: compiledModule('./composing-thread-main.js', import.meta.url), size: 1,
  timeoutMs: ({ wish }) => TIMEOUT_MS + ('cut' in wish ? MOST_CUT_MS : wish.piece.durationMs),
});

/** About 8 MB each. */
const RECENT = 8;

const wishOf = ({ bpm, density, brightness, instruments, clip: { assetId, playMode } }: MusicCue): BedWish =>
  ({ soundId: assetId, playMode, bpm, density, brightness, instruments });

/** A piece of the catalogue. */
const bedOf = recentClips(async (wish: BedWish) => clipFrom(await thread.run(wish), wish.playMode === 'loop'), RECENT);

/** True when the file exists. Its time is then set to now, so that no sweep deletes it while it is used. */
export async function isKept(file: string): Promise<boolean> {
  const now = new Date();
  return utimes(file, now, now).then(() => true, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return false;
    throw error;
  });
}

/** Composes into a file of the working folder, unless an earlier mix left it there: a new level needs no new music. */
async function composedFile(wish: PieceWish, bank: string, { workDir, signal }: Pick<MixTools, 'workDir' | 'signal'>): Promise<string> {
  const key = createHash('sha256').update(canonicalJson({ version: COMPOSER_VERSION, bank: SOUND_BANK.sha256, wish: 'cut' in wish ? wish : wish.piece })).digest('hex').slice(0, 32);
  const file = path.join(workDir, `music-${key}.pcm`);
  if (!await isKept(file)) await composing.run({ wish, bank, file }, signal);
  return file;
}

/**
 * The music of a cue at one place: made for it, or a piece of the catalogue. Music that is made takes 12 MB a minute, so it stays a file until it is played.
 * Throws `MakingFailed` for a composed cue when the instruments are not installed.
 */
export function musicFor(placed: PlacedCue, ground: MixGround, tools: MixTools): MixSpan['clip'] {
  const { assetId } = placed.cue.clip;
  if (assetId === SERVED) return async () => clipFrom(await readFile(await tools.servedFile(pieceFor(placed, ground))), false);
  if (assetId !== COMPOSED) return madeOnce(() => bedOf(wishOf(placed.cue)));
  const { bank, reason } = tools.composer;
  if (bank === null) throw new MakingFailed(`the music of this read is composed, and here ${reason}`);
  return async () => clipFrom(await readFile(await composedFile({ piece: compositionFor(placed, ground) }, bank, tools)), false);
}

/** Music for a cut, without installed instruments. */
export const plainCut = async (wish: CutScoreWish): Promise<Clip> => clipFrom(await thread.run({ cut: wish }), false);

/** Music for a cut, played with a sound bank. */
export const composedCut = async (wish: CutScoreWish, bank: string, tools: Pick<MixTools, 'workDir' | 'signal'>): Promise<Clip> =>
  clipFrom(await readFile(await composedFile({ cut: wish }, bank, tools)), false);
