import { pcmBytes, pcmSamples } from '../speech/line-cache.js';
import type { PcmFormat } from './master.js';

/** Length of the fade-out of a programme that is cut short, in milliseconds. */
const FADE_MS = 400;

/** Fades the end of a programme of `durationMs` linearly to silence: 16-bit little-endian samples, those of two channels interleaved. */
export async function* fadedEnd(pcm: AsyncIterable<Uint8Array>, { sampleRate, channels }: PcmFormat, durationMs: number): AsyncGenerator<Uint8Array> {
  const [end, length] = [(durationMs * sampleRate) / 1_000, (FADE_MS * sampleRate) / 1_000];
  let at = 0;
  for await (const bytes of pcm) {
    const samples = pcmSamples(bytes);
    const frames = samples.length / channels;
    if (at + frames > end - length) {
      const faded = samples.map((sample, index) => Math.round(sample * Math.min(1, Math.max(0, (end - at - Math.floor(index / channels)) / length))));
      yield pcmBytes(faded);
    } else {
      yield bytes;
    }
    at += frames;
  }
}
