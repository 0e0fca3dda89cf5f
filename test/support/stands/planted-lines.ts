import { keyFor, pcmBytes, pcmSamples } from '../../../src/craft/speech/line-cache.js';
import type { SpeechRequest } from '../../../src/craft/speech/port.js';
import type { Services } from '../../../src/kernel/services.js';

const request = (text: string, voiceId: string): SpeechRequest => ({ text, voiceId, emotion: 'neutral', speed: 1, volume: 1 });

/** Stores this many milliseconds of silence for a text that was not spoken before, as if the voice had said nothing. */
export async function plantSilence({ store, speech }: Services, text: string, voiceId: string, durationMs = 4_000): Promise<void> {
  await store.put(keyFor(await speech(), request(text, voiceId)), pcmBytes(new Int16Array(24 * durationMs)));
}

/** Stores a text that was not spoken before as another voice says it. */
export async function plantOtherVoice({ store, speech }: Services, text: string, voiceId: string, other: string): Promise<void> {
  const engines = await speech();
  const { samples } = await engines.speak(request(text, other));
  await store.put(keyFor(engines, request(text, voiceId)), pcmBytes(samples.subarray(0, samples.length - (samples.length % 24))));
}

/** Silences a stored line. */
export async function silence({ store }: Services, key: string): Promise<void> {
  await store.put(key, pcmBytes(new Int16Array(pcmSamples(await store.get(key)).length)));
}
