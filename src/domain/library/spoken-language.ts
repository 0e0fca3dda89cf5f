import type { Voice } from '../../craft/speech/port.js';
import { ApiError } from '../../kernel/errors/api-error.js';

/** BCP 47 code of a voice that speaks any language. */
const ANY_LANGUAGE = 'mul';

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;

/** True for a voice that speaks the language, in any regional form of it. */
export const speaks = ({ language }: Pick<Voice, 'language'>, tag: string): boolean =>
  baseOf(language) === ANY_LANGUAGE || baseOf(language) === baseOf(tag);

/** The voices that speak a language; all of them when it is not known. */
export const voicesSpeaking = (voices: readonly Voice[], language: string | null): readonly Voice[] =>
  (language === null ? voices : voices.filter((voice) => speaks(voice, language)));

/** True when a ready voice speaks the language, and when the language is unknown. */
export const isSpoken = (voices: readonly Voice[], language: string | null): boolean =>
  language === null || voices.some((voice) => voice.status === 'ready' && speaks(voice, language));

/** The English name of a language, or its code where it has none. */
export const languageName = (code: string): string => new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(code) ?? code;

/** The error for words in a language that no voice, or not the chosen voice, speaks. `help` says what would change that. */
export function languageUnavailable(
  voices: readonly Voice[], { field, language, words, help = [], more = {} }:
  { field: string; language: string; words: string; help?: readonly string[]; more?: Record<string, unknown> },
): ApiError {
  const available = [...new Set(voices.filter(({ status }) => status === 'ready').map((voice) => baseOf(voice.language)))].sort();
  const name = languageName(language);
  const spoken = available.map((code) => (code === ANY_LANGUAGE ? 'any language' : languageName(code))).join(', ') || 'none';
  return new ApiError('validation_failed', `${words} ${name}, which no voice for it speaks here; languages of the voices: ${spoken}`, {
    field, reason: 'language_unavailable', language, available,
    help: [
      `Translate it into a language of the voices: ${spoken}.`,
      `Connect a speech server whose voices speak ${name}: SPEECH_BASE_URL, SPEECH_VOICES and SPEECH_LANGUAGE=${baseOf(language)} (or mul for voices of every language).`,
      ...help,
    ],
    ...more,
  });
}
