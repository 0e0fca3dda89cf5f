import type { SpeechEngine, Voice } from '../../src/adapters/speech/port.js';

const STOCK: Voice = {
  voiceId: '', name: '', provider: 'scripted', category: 'stock', gender: 'neutral', language: 'en', accent: 'us', ageRange: 'adult',
  styleTags: [], previewUrl: null, status: 'ready', measuredLufs: null, consentId: null, retiredAt: null, replacementVoiceId: null,
};

/** A voice catalogue for tests that never speak; speaking is an error. */
export function scriptedSpeech(voices: readonly Partial<Voice>[]): SpeechEngine {
  const catalogue = voices.map((voice) => ({ ...STOCK, ...voice }));
  return {
    name: 'scripted', embedded: true, version: '1', voices: () => catalogue,
    speak: () => Promise.reject(new Error('this catalogue does not speak')),
    close: () => Promise.resolve(),
  };
}
