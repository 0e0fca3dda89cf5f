import { resample } from '../../speech/resample.js';
import { clipOf, MIX_RATE, type Clip } from '../mix/clip.js';
import { SAMPLE_RATE, seeded } from '../sounds/dsp.js';
import { playPiece, type Playing } from '../sounds/music.js';

export interface BedWish extends Playing {
  soundId: string;
  playMode: 'once' | 'loop';
}

export const seedOf = (text: string): number => [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

/** Plays a piece of the catalogue, in at most a second of computing. The same wish gives the same samples. Null when the sound is not music. */
export function renderBed(wish: BedWish): Clip | null {
  const once = wish.playMode === 'once';
  const played = playPiece(wish.soundId, wish, { once }, seeded(seedOf(wish.soundId)));
  if (!played) return null;
  const mono = resample(played, SAMPLE_RATE, MIX_RATE);
  return clipOf({ left: mono, right: mono }, !once);
}
