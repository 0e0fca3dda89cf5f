import { LINE_SAMPLE_RATE } from '../../speech/port.js';
import { resample } from '../../speech/resample.js';
import { LevelMeter } from '../level-meter.js';
import { SAMPLE_RATE, seeded } from '../sounds/dsp.js';
import { playPiece, type Playing } from '../sounds/music.js';

/** A piece of music as it lies under voices: mono, 16 bits, 24 kHz, at `BED_LUFS`. A loop begins where it ends. */
export interface Bed { samples: Int16Array; loops: boolean }

export interface BedWish extends Playing {
  soundId: string;
  playMode: 'once' | 'loop';
}

/** Loudness of every bed; the score lowers it to where the voices are. Low enough for its peaks to stay whole. */
export const BED_LUFS = -23;
const PEAK = 0.98;

export const seedOf = (text: string): number => [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

const pcmOf = (samples: Float32Array, gain: number): Int16Array =>
  Int16Array.from(samples, (value) => Math.round(PEAK * Math.tanh((value * gain) / PEAK) * 32_767));

/** The samples at a loudness in LUFS; peaks above full scale are rounded off. */
export function levelled(samples: Float32Array, lufs: number): Int16Array {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  const loudest = pcmOf(samples, 0.5 / peak);
  const meter = new LevelMeter(LINE_SAMPLE_RATE);
  meter.add(loudest);
  return pcmOf(samples, (0.5 / peak) * 10 ** ((lufs - meter.integrated()) / 20));
}

/** Plays a piece of the catalogue: a second of computing at most. The same wish gives the same samples. Null for a sound that is no music. */
export function renderBed(wish: BedWish): Bed | null {
  const once = wish.playMode === 'once';
  const played = playPiece(wish.soundId, wish, { once }, seeded(seedOf(wish.soundId)));
  return played && { samples: levelled(resample(played, SAMPLE_RATE, LINE_SAMPLE_RATE), BED_LUFS), loops: !once };
}
