import type { Config } from '../../kernel/config/index.js';
import { getEmbeddedVoices, type EmbeddedVoices } from './embedded-voices.js';
import { createFliteEngine } from './flite/engine.js';
import { createNeuralEngine } from './neural/engine.js';
import { createOpenAiSpeech } from './openai-speech.js';
import type { SpeechEngine } from './port.js';
import { createSpeech, type Speech } from './router.js';

type SpeechConfig = Pick<Config, 'speech' | 'mediaConcurrency' | 'voices' | 'cacheDir'>;

/**
 * Opens the configured speech engines: the neural voices where they are installed and wanted, the stage voices, and a remote service
 * when the configuration lists its voices. Throws `VoicesMissing`.
 */
export async function openSpeech(config: SpeechConfig, embedded?: EmbeddedVoices): Promise<Speech> {
  const { baseUrl, apiKey, model, voices, language, timeoutMs } = config.speech;
  const { pack } = embedded ?? await getEmbeddedVoices(config);
  const engines: SpeechEngine[] = pack ? [createNeuralEngine(pack)] : [];
  engines.push(createFliteEngine({ poolSize: config.mediaConcurrency }));
  if (baseUrl !== null && voices.length > 0) {
    engines.push(createOpenAiSpeech({ baseUrl, apiKey, model: model ?? 'tts-1', voices, language, timeoutMs }));
  }
  return createSpeech({ engines });
}
