import type { Voice } from '../../craft/speech/port.js';
import { speaks } from './spoken-language.js';

/** Omitted fields match every voice. */
export interface VoiceFilter {
  provider?: string; category?: Voice['category']; gender?: Voice['gender']; language?: string; ageRange?: Voice['ageRange'];
  styleTag?: string; status?: Voice['status'];
}

/**
 * Voices that match every field of the filter, in the order of the catalogue. A language matches its regional forms (`en` finds `en-GB`), and a
 * voice of every language matches each.
 */
export function filterVoices(voices: readonly Voice[], filter: VoiceFilter): Voice[] {
  const { styleTag, language, ...exact } = filter;
  const fields = Object.keys(exact) as (keyof typeof exact)[];
  return voices.filter((voice) => fields.every((key) => exact[key] === undefined || voice[key] === exact[key])
    && (styleTag === undefined || voice.styleTags.includes(styleTag))
    && (language === undefined || voice.language.toLowerCase() === language.toLowerCase() || (!language.includes('-') && speaks(voice, language))));
}
