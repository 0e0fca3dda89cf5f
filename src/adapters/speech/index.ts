import type { Config } from '../../config/index.js';
import { createFliteEngine } from './flite/engine.js';
import { createOpenAiSpeech } from './openai-speech.js';
import { createSpeech, type Speech } from './router.js';

/** Opens the configured speech engines: the embedded voices, and a remote service when the configuration lists its voices. */
export function openSpeech(config: Pick<Config, 'speech' | 'mediaConcurrency'>): Speech {
  const { baseUrl, apiKey, model, voices, timeoutMs } = config.speech;
  const engines = [createFliteEngine({ poolSize: config.mediaConcurrency })];
  if (baseUrl !== null && voices.length > 0) {
    engines.push(createOpenAiSpeech({ baseUrl, apiKey, model: model ?? 'tts-1', voices, timeoutMs }));
  }
  return createSpeech({ engines });
}
