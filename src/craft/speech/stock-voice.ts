import type { Voice } from './port.js';
import { previewPath } from './previews.js';

/** What an embedded engine says of one of its people. */
export type StockPerson = Pick<Voice, 'voiceId' | 'name' | 'gender' | 'ageRange' | 'accent' | 'styleTags' | 'measuredLufs'>;

/** The catalogue entry of an embedded voice: English, always ready, with a recorded preview. */
export const stockVoice = (provider: string, { voiceId, name, gender, ageRange, accent, styleTags, measuredLufs }: StockPerson): Voice => ({
  voiceId, name, provider, category: 'stock', gender, language: 'en', accent, ageRange, styleTags: [...styleTags], previewUrl: previewPath(voiceId),
  status: 'ready', measuredLufs, consentId: null, retiredAt: null, replacementVoiceId: null,
});
