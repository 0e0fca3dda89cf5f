import { LINE_SAMPLE_RATE, type SpeechEngine, type Voice } from '../../src/craft/speech/port.js';

const STOCK: Voice = {
  voiceId: '', name: '', provider: 'scripted', category: 'stock', gender: 'neutral', language: 'en', accent: 'us', ageRange: 'adult',
  styleTags: [], previewUrl: null, status: 'ready', measuredLufs: null, consentId: null, retiredAt: null, replacementVoiceId: null,
};

/** A voice catalogue for tests. Without `speak`, speaking is an error. */
export function scriptedSpeech(voices: readonly Partial<Voice>[], speak: SpeechEngine['speak'] = refuse): SpeechEngine {
  const catalogue = voices.map((voice) => ({ ...STOCK, ...voice }));
  return { name: 'scripted', embedded: true, version: '1', voices: () => catalogue, findObstacle: () => null, speak, close: () => Promise.resolve() };
}

const refuse = (): Promise<never> => Promise.reject(new Error('this catalogue does not speak'));

/** Speaks every line as a soft tone of a tenth of a second. */
export const beep: SpeechEngine['speak'] = async () => {
  const samples = Int16Array.from({ length: LINE_SAMPLE_RATE / 10 }, (_, at) => Math.round(2_000 * Math.sin(at / 10)));
  return { samples, durationMs: 100 };
};
