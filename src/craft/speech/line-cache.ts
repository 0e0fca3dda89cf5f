import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { EFFECT_VERSION } from './effects/line-effect.js';
import { estimateTimes } from './times/estimate.js';
import type { LineTimes } from './times/line-times.js';
import { findTimes, storeTimes, timesKey } from './times/stored-times.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from './port.js';
import type { Speech } from './router.js';

/** Samples in a millisecond. Every stored line is a whole number of milliseconds long. */
export const SAMPLES_PER_MS = LINE_SAMPLE_RATE / 1000;
const BYTES_PER_MS = SAMPLES_PER_MS * 2;

export interface SpokenLine {
  /** Object key of the line: mono 16-bit little-endian samples at 24 kHz without a header. */
  key: string;
  durationMs: number;
  /** True when the line was already stored, so that this call synthesised nothing. */
  cached: boolean;
  /** Present only when this call synthesised the line. */
  samples?: Int16Array;
}

/**
 * Object key of a line: `lines/<first 2 digits>/<sha256>.pcm`. The hash covers everything that decides the sound, so the
 * same request to the same engine version always has the same key.
 */
export function lineKey(request: SpeechRequest & { engineVersion: string }): string {
  const facts = [
    'line-1', request.engineVersion, request.voiceId, request.emotion,
    request.speed.toFixed(4), request.volume.toFixed(4), request.text.normalize('NFC'),
    ...(request.pronunciations?.length ? [request.pronunciations] : []), ...(request.distance ? [request.distance] : []),
    ...(request.take ? [{ take: request.take }] : []), ...(request.effect ? [{ effect: request.effect, by: EFFECT_VERSION }] : []),
  ];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return `lines/${hash.slice(0, 2)}/${hash}.pcm`;
}

/** The bytes that are stored for samples; they share the memory of the samples. */
export function pcmBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** The samples in stored bytes; shares their memory where alignment allows. Throws for an odd number of bytes. */
export function pcmSamples(bytes: Uint8Array): Int16Array {
  if (bytes.byteLength % 2 !== 0) throw new Error(`a line of ${bytes.byteLength} bytes is not 16-bit sound`);
  // A slice of a larger buffer may begin at an odd address, where no Int16Array can begin.
  const { buffer, byteOffset } = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return new Int16Array(buffer, byteOffset, bytes.byteLength / 2);
}

function isRouter(speech: SpeechEngine | Speech): speech is Speech {
  return 'engineFor' in speech;
}

/** The engine that has the voice. Throws `ProviderFailure` when none has. */
export function engineOf(speech: SpeechEngine | Speech, voiceId: string): SpeechEngine {
  return isRouter(speech) ? speech.engineFor(voiceId) : speech;
}

const findEngineOf = (speech: SpeechEngine | Speech, voiceId: string): SpeechEngine | null =>
  (speech.voices().some((voice) => voice.voiceId === voiceId) || speech.findVoice?.(voiceId) ? engineOf(speech, voiceId) : null);

/** True for a voice of an embedded engine; false for a service's, and for a voice that no engine has. */
export function isEmbedded(speech: SpeechEngine | Speech, voiceId: string): boolean {
  return findEngineOf(speech, voiceId)?.embedded ?? false;
}

/** Seconds of work that the voice needs for a second of sound; 0 for an engine that does not report its pace, and for a voice that no engine has. */
export function paceOf(speech: SpeechEngine | Speech, voiceId: string): number {
  return findEngineOf(speech, voiceId)?.pace?.() ?? 0;
}

/** Object key of a request's line. Throws `ProviderFailure` when no engine has the voice. */
export function keyFor(speech: SpeechEngine | Speech, request: SpeechRequest): string {
  const engine = engineOf(speech, request.voiceId);
  return lineKey({ ...request, engineVersion: engine.version });
}

/** The stored line of a key; null when the object is missing, empty, or not a whole number of milliseconds long. */
export async function findSpoken(store: ObjectStore, key: string): Promise<SpokenLine | null> {
  const stored = await store.stat(key);
  if (!stored || stored.byteSize === 0 || stored.byteSize % BYTES_PER_MS !== 0) return null;
  return { key, durationMs: stored.byteSize / BYTES_PER_MS, cached: true };
}

/**
 * Returns the stored line, or synthesises and stores it. Throws what the engine throws (`ProviderBackoff`,
 * `ProviderFailure`) and what the store throws.
 */
export async function speakCached(
  store: ObjectStore, speech: SpeechEngine | Speech, request: SpeechRequest, signal?: AbortSignal,
): Promise<SpokenLine> {
  const key = keyFor(speech, request);
  const stored = await findSpoken(store, key);
  if (stored) return stored;
  const { samples, times } = await speech.speak(request, signal);
  return storeSpoken(store, key, samples, times ?? estimateTimes(request.text, samples));
}

/** Stores samples as the line of a key, with the times of its words. */
export async function storeSpoken(store: ObjectStore, key: string, samples: Int16Array, times: LineTimes): Promise<SpokenLine> {
  const whole = toWholeMilliseconds(samples);
  // First, so that a line that is found has its times.
  await storeTimes(store, key, times);
  await store.put(key, pcmBytes(whole));
  return { key, durationMs: whole.length / SAMPLES_PER_MS, cached: false, samples: whole };
}

/**
 * The times of a stored line. A line that was stored before times were introduced gets estimated ones, because speaking it again would take long. `text` is
 * the text that the voice was asked to say.
 */
export async function timesOfLine(store: ObjectStore, { key, samples }: Pick<SpokenLine, 'key' | 'samples'>, text: string): Promise<LineTimes> {
  const known = await findTimes(store, key, text);
  if (known) return known;
  const sound = samples ?? pcmSamples(await store.get(key));
  const estimated = estimateTimes(text, sound);
  // A silent object may serve several unspeakable lines of the same length, so it gets no times; times reported by a voice are never replaced.
  if (sound.some((sample) => sample !== 0) && !await store.stat(timesKey(key))) await storeTimes(store, key, estimated);
  return estimated;
}

/** Pads with up to 23 samples of silence: whole milliseconds add up without rounding. */
export function toWholeMilliseconds(samples: Int16Array): Int16Array {
  const length = Math.ceil(samples.length / SAMPLES_PER_MS) * SAMPLES_PER_MS;
  if (length === samples.length) return samples;
  const padded = new Int16Array(length);
  padded.set(samples);
  return padded;
}
