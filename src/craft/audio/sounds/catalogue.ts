import { LevelMeter } from '../level-meter.js';
import { BELLS } from './bells.js';
import { SAMPLE_RATE, seeded, type Samples } from './dsp.js';
import { EFFECTS } from './effects.js';
import { MUSIC } from './music.js';
import type { Sound, Soundscape } from './sound.js';
import { SOUNDSCAPES } from './soundscapes.js';

/** Every sound, by kind and in the order of its list. */
export const SOUNDS: readonly (Sound | Soundscape)[] = [...BELLS, ...MUSIC, ...EFFECTS, ...SOUNDSCAPES];

export const findSound = (soundId: string): Sound | Soundscape | null => SOUNDS.find((sound) => sound.soundId === soundId) ?? null;

/** Rises when any sound changes, because stored files are identified by it. */
export const SOUNDS_VERSION = 2;

const SOUND_LUFS = -20;
/** The highest sample, about −1.5 dB of full scale, so that peaks between samples stay below −1 dB. */
const CEILING = 0.84;
const ROUNDS = 4;
/** The accepted deviation from the wished loudness. */
const NEAR_LU = 0.05;

const seedOf = (soundId: string): number => [...soundId].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

/** The joint loudness of channels in LUFS: their powers add up. */
const loudnessOf = (channels: readonly Int16Array[]): number => 10 * Math.log10(channels.reduce((power, pcm) => {
  const meter = new LevelMeter(SAMPLE_RATE);
  meter.add(pcm);
  return power + 10 ** (meter.integrated() / 10);
}, 0));

function pcmOf(samples: Samples, gain: number): Int16Array {
  const out = new Int16Array(samples.length);
  for (let index = 0; index < out.length; index++) out[index] = Math.round(CEILING * Math.tanh((samples[index]! * gain) / CEILING) * 32_767);
  return out;
}

function peakOf(samples: Samples): number {
  let peak = 0;
  for (const value of samples) peak = Math.max(peak, Math.abs(value));
  return peak;
}

/** Levels the channels together to −20 LUFS; peaks above the ceiling are limited softly. */
function levelled(channels: readonly Samples[]): Int16Array[] {
  let gain = 1 / Math.max(1e-9, ...channels.map(peakOf));
  let pcm: Int16Array[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pcm = channels.map((samples) => pcmOf(samples, gain));
    const missing = SOUND_LUFS - loudnessOf(pcm);
    if (Math.abs(missing) < NEAR_LU) break;
    gain *= 10 ** (missing / 20);
  }
  return pcm;
}

/**
 * Renders a sound as 16-bit samples at `SAMPLE_RATE`: one channel, or two of equal length for a soundscape. Takes about a tenth of a second of computing, a
 * second for a soundscape.
 */
export function renderSound(sound: Sound | Soundscape): Int16Array[] {
  const random = seeded(seedOf(sound.soundId));
  return levelled(sound.kind === 'soundscape' ? sound.make(random) : [sound.make(random)]);
}

/** A sound of the catalogue, of one or more channels, as a WAV file. */
export const wavOf = (...channels: readonly Int16Array[]): Buffer => wavAt(SAMPLE_RATE, ...channels);

/** Samples of one or more channels at a rate in hertz as a WAV file. */
export function wavAt(sampleRate: number, ...channels: readonly Int16Array[]): Buffer {
  const [first] = channels;
  const frames = first!.length;
  const body = new Int16Array(frames * channels.length);
  channels.forEach((pcm, channel) => pcm.forEach((value, frame) => { body[frame * channels.length + channel] = value; }));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + body.byteLength, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2 * channels.length, 28);
  header.writeUInt16LE(2 * channels.length, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(body.byteLength, 40);
  return Buffer.concat([header, Buffer.from(body.buffer)]);
}
