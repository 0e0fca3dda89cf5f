// Runs in a thread of `musicFor`.
import { bedToCut } from '../../../craft/audio/composer/cut/bed-to-cut.js';
import type { CutScoreWish } from '../../../craft/audio/composer/cut-wish.js';
import { renderBed, type BedWish } from '../../../craft/audio/score/bed.js';

export default (wish: BedWish | { cut: CutScoreWish }): Uint8Array => {
  const bed = 'cut' in wish ? bedToCut(wish.cut) : renderBed(wish);
  if (!bed) throw new Error(`there is no music ${'soundId' in wish ? wish.soundId : 'for this cut'}`);
  return new Uint8Array(bed.frames.buffer, bed.frames.byteOffset, bed.frames.byteLength);
};
