import { createHash } from 'node:crypto';
import { servedPrompt, type ServedPieceWish, type ServedWish } from '../../../craft/audio/served/prompt.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { MixGround } from '../mix/mix-lane.js';
import { moodOf } from './choose-bed.js';
import { entriesAt, madeLengthMs } from './composed-music.js';
import type { MusicCue } from './music-cue.js';
import type { PlacedCue } from './place-music.js';

/** The shortest piece that services make, in milliseconds. */
const SHORTEST_MS = 3_000;
const SECOND_MS = 1_000;
/** How much the length of a stored piece may differ from its passage, so that editing a line does not cost new music. */
const TOLERANCE = 0.1;
const LEAST_TOLERANCE_MS = 4_000;

function wishFor({ bpm, density, brightness, instruments, endTransition, clip, mood, ...cue }: MusicCue, ground: MixGround): ServedWish {
  return {
    mood: mood ?? moodOf(entriesAt(ground, cue)).mood, words: clip.prompt, bpm, density, brightness, instruments, ending: endTransition === 'cut' ? 'open' : 'cadence',
  };
}

/** Everything that decides how the service's music for a cue sounds; each take is another piece. */
export const servedSound = (cue: MusicCue, ground: MixGround): object => ({ ...wishFor(cue, ground), cueId: cue.cueId, take: cue.take });

/** The wish for one place of a cue, in whole seconds, so that the piece's own ending is heard. Each place gets another piece. */
export function pieceFor(placed: PlacedCue, ground: MixGround): ServedPieceWish {
  const { cue, time } = placed;
  return {
    soundKey: createHash('sha256').update(canonicalJson({ ...servedSound(cue, ground), time })).digest('hex').slice(0, 32),
    prompt: servedPrompt(wishFor(cue, ground)),
    durationMs: Math.max(SHORTEST_MS, Math.floor(madeLengthMs(placed) / SECOND_MS) * SECOND_MS),
  };
}

/** The stored piece for a wish: of the same sound and nearest in length. Null when none is near enough. */
export function nearestPiece<Kept extends Pick<ServedPieceWish, 'soundKey' | 'durationMs'>>(kept: readonly Kept[], { soundKey, durationMs }: ServedPieceWish): Kept | null {
  const far = (piece: Kept): number => Math.abs(piece.durationMs - durationMs);
  const near = kept.filter((piece) => piece.soundKey === soundKey && far(piece) <= Math.max(LEAST_TOLERANCE_MS, durationMs * TOLERANCE));
  return near.sort((one, other) => far(one) - far(other))[0] ?? null;
}
