// Runs in a thread of `findBed`.
import { renderBed, type BedWish } from '../../../craft/audio/score/bed.js';

export default (wish: BedWish): Uint8Array => {
  const bed = renderBed(wish);
  if (!bed) throw new Error(`there is no music ${wish.soundId}`);
  return new Uint8Array(bed.frames.buffer, bed.frames.byteOffset, bed.frames.byteLength);
};
