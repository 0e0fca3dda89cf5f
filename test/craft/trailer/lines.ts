import { MIX_RATE, type Clip } from '../../../src/craft/audio/mix/clip.js';
import { levelled } from '../../../src/craft/audio/mix/clip.js';
import { SAMPLE_RATE, seeded } from '../../../src/craft/audio/sounds/dsp.js';
import { babble } from '../../../src/craft/audio/sounds/effects/gestures.js';
import { pcmBytes } from '../../../src/craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../../src/craft/speech/port.js';
import { resample } from '../../../src/craft/speech/resample.js';
import type { TrailerLine } from '../../../src/craft/trailer/sound/spoken.js';

/** A voice that says no words, at the loudness of read lines unless another is given: mono samples at 24 kHz. */
export const voice = (seconds: number, seed: number, lufs = -24): Int16Array =>
  levelled([resample(babble(seconds, 110 + 20 * (seed % 5), seeded(seed)), SAMPLE_RATE, LINE_SAMPLE_RATE)], LINE_SAMPLE_RATE, lufs);

// In a test each use of a global is a call.
const { PI, round, sin } = Math;

function sine(length: number, valueAt: (index: number) => number): Int16Array {
  const samples = new Int16Array(length);
  for (let index = 0; index < length; index++) samples[index] = round(valueAt(index));
  return samples;
}

/** A loud tone of 300 Hz at 24 kHz; `level` is its peak. */
export const tone = (ms: number, level = 20_000): Int16Array =>
  sine(ms * 24, (at) => level * sin((2 * PI * 300 * at) / LINE_SAMPLE_RATE));

export const lineOf = (samples: Int16Array, more: Partial<TrailerLine> = {}): TrailerLine =>
  ({ open: async () => pcmBytes(samples), fromMs: 0, toMs: samples.length / 24, atMs: 0, gainDb: 0, ...more });

/** Two steady tones, one per channel and equally loud. */
export const steadyMusic = (seconds: number, level = 5_000): Clip => ({
  frames: sine(round(seconds * MIX_RATE) * 2, (index) => level * sin((2 * PI * (index % 2 ? 550 : 440) * (index >> 1)) / MIX_RATE)), loops: false,
});

/** All samples of a stream. */
export async function samplesOf(pcm: AsyncIterable<Uint8Array>): Promise<Int16Array> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of pcm) chunks.push(bytes);
  const all = Buffer.concat(chunks);
  return new Int16Array(all.buffer.slice(all.byteOffset, all.byteOffset + all.byteLength));
}
