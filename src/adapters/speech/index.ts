import type { Config } from '../../config/index.js';
import { createFliteEngine } from './flite/engine.js';
import { createNeuralEngine } from './neural/engine.js';
import { findVoicePack, type VoicePack } from './neural/voice-pack.js';
import { createOpenAiSpeech } from './openai-speech.js';
import type { SpeechEngine } from './port.js';
import { createSpeech, type Speech } from './router.js';

type SpeechConfig = Pick<Config, 'speech' | 'mediaConcurrency' | 'voices' | 'cacheDir'>;

/** The neural voices were chosen and are not installed. */
export class VoicesMissing extends Error {
  override readonly name = 'VoicesMissing';
  constructor() { super('VOICES=neural, but the neural voices are not installed: run `proscenium voices install`, or set VOICES=stage'); }
}

/** The installed pack that the configuration lets speak, or null. Throws `VoicesMissing`. */
async function chosenPack({ voices, cacheDir }: SpeechConfig): Promise<VoicePack | null> {
  if (voices === 'stage') return null;
  const pack = await findVoicePack(cacheDir);
  if (!pack && voices === 'neural') throw new VoicesMissing();
  return pack;
}

/**
 * Opens the configured speech engines: the neural voices where they are installed and wanted, the stage voices, and a remote service
 * when the configuration lists its voices. Throws `VoicesMissing`.
 */
export async function openSpeech(config: SpeechConfig): Promise<Speech> {
  const { baseUrl, apiKey, model, voices, timeoutMs } = config.speech;
  const pack = await chosenPack(config);
  const engines: SpeechEngine[] = pack ? [createNeuralEngine(pack)] : [];
  engines.push(createFliteEngine({ poolSize: config.mediaConcurrency }));
  if (baseUrl !== null && voices.length > 0) {
    engines.push(createOpenAiSpeech({ baseUrl, apiKey, model: model ?? 'tts-1', voices, timeoutMs }));
  }
  return createSpeech({ engines });
}
