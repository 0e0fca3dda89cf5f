import { createHash } from 'node:crypto';
import type { ObjectStore } from '../storage/port.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from './port.js';
import type { Speech } from './router.js';

/** Samples in a millisecond; every stored line is a whole number of milliseconds long. */
export const SAMPLES_PER_MS = LINE_SAMPLE_RATE / 1000;
const BYTES_PER_MS = SAMPLES_PER_MS * 2;

export interface SpokenLine {
  /** Key of the stored line: mono 16-bit little-endian samples at 24 kHz, nothing else. */
  key: string;
  durationMs: number;
  /** True when the line was already stored and nothing was synthesised. */
  cached: boolean;
  /** Present when the line was synthesised by this call. */
  samples?: Int16Array;
}

/**
 * Where a line is stored: `lines/<2>/<sha256>.pcm`, named by everything its sound depends on. The same request to
 * the same
 * engine version is the same key for ever.
 */
export function lineKey(request: SpeechRequest & { engineVersion: string }): string {
  const facts = [
    'line-1', request.engineVersion, request.voiceId, request.emotion,
    request.speed.toFixed(4), request.volume.toFixed(4), request.text.normalize('NFC'),
  ];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return `lines/${hash.slice(0, 2)}/${hash}.pcm`;
}

/** Samples as the bytes that are stored, and back. */
export function pcmBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Shares the memory of the bytes where it can. Throws when they are not whole samples. */
export function pcmSamples(bytes: Uint8Array): Int16Array {
  if (bytes.byteLength % 2 !== 0) throw new Error(`a line of ${bytes.byteLength} bytes is no 16-bit sound`);
  // Bytes out of a larger buffer may begin at an odd address, where no sample can.
  const { buffer, byteOffset } = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return new Int16Array(buffer, byteOffset, bytes.byteLength / 2);
}

function isRouter(speech: SpeechEngine | Speech): speech is Speech {
  return 'engineFor' in speech;
}

/** The engine that speaks with a voice. Throws `ProviderFailure` for a voice no engine has. */
export function engineOf(speech: SpeechEngine | Speech, voiceId: string): SpeechEngine {
  return isRouter(speech) ? speech.engineFor(voiceId) : speech;
}

/** The key a request will be stored under with these engines. Throws `ProviderFailure` for a voice no engine has. */
export function keyFor(speech: SpeechEngine | Speech, request: SpeechRequest): string {
  const engine = engineOf(speech, request.voiceId);
  return lineKey({ ...request, engineVersion: engine.version });
}

/**
 * Speaks a line once ever: answers the stored one, or synthesises, checks and stores it. Throws what the engine throws
 * (`ProviderBackoff`, `ProviderFailure`) and what the store throws.
 */
export async function speakCached(
  store: ObjectStore, speech: SpeechEngine | Speech, request: SpeechRequest, signal?: AbortSignal,
): Promise<SpokenLine> {
  const key = keyFor(speech, request);
  const stored = await store.stat(key);
  if (stored && stored.byteSize > 0 && stored.byteSize % BYTES_PER_MS === 0) {
    return { key, durationMs: stored.byteSize / BYTES_PER_MS, cached: true };
  }
  const { samples } = await speech.speak(request, signal);
  const whole = toWholeMilliseconds(samples);
  await store.put(key, pcmBytes(whole));
  return { key, durationMs: whole.length / SAMPLES_PER_MS, cached: false, samples: whole };
}

/** Adds up to 23 samples of silence, so that lengths in milliseconds are exact and add up. */
export function toWholeMilliseconds(samples: Int16Array): Int16Array {
  const length = Math.ceil(samples.length / SAMPLES_PER_MS) * SAMPLES_PER_MS;
  if (length === samples.length) return samples;
  const padded = new Int16Array(length);
  padded.set(samples);
  return padded;
}
