import { LevelMeter } from '../level-meter.js';
import { BELLS } from './bells.js';
import { SAMPLE_RATE, seeded, type Samples } from './dsp.js';
import { EFFECTS } from './effects.js';
import { MUSIC } from './music.js';
import type { Sound } from './sound.js';

/** Every sound, by kind and in the order of its list. */
export const SOUNDS: readonly Sound[] = [...BELLS, ...MUSIC, ...EFFECTS];

export const findSound = (soundId: string): Sound | null => SOUNDS.find((sound) => sound.soundId === soundId) ?? null;

/** Rises when any sound changes, because files are kept by it. */
export const SOUNDS_VERSION = 1;

const SOUND_LUFS = -20;
/** Highest sample, about −1.5 dB of full scale: peaks between samples stay below −1 dB. */
const CEILING = 0.84;
const ROUNDS = 4;

const seedOf = (soundId: string): number => [...soundId].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

/** At −20 LUFS; peaks above the ceiling are rounded off. */
function levelled(samples: Samples): Int16Array {
  let gain = 1 / Math.max(1e-9, samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
  let pcm = new Int16Array(0);
  for (let round = 0; round < ROUNDS; round++) {
    pcm = Int16Array.from(samples, (value) => Math.round(CEILING * Math.tanh((value * gain) / CEILING) * 32_767));
    const meter = new LevelMeter(SAMPLE_RATE);
    meter.add(pcm);
    gain *= 10 ** ((SOUND_LUFS - meter.integrated()) / 20);
  }
  return pcm;
}

/** The samples of a sound, mono and 16 bits; about a tenth of a second of computing. */
export const renderSound = ({ soundId, make }: Sound): Int16Array => levelled(make(seeded(seedOf(soundId))));

/** Mono samples as a WAV file. */
export function wavOf(pcm: Int16Array): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + pcm.byteLength, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(pcm.byteLength, 40);
  return Buffer.concat([header, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
}
