import type { Screenplay } from '../../craft/screenplay/model.js';

/** Characters that are enough to find a language. */
const LANGUAGE_SAMPLE_CHARS = 8_000;

/** Language of a script as an ISO 639-1 code; null when it is not known. */
export async function findLanguage(screenplay: Pick<Screenplay, 'entries'>): Promise<string | null> {
  // Loaded with the first script, because the language tables are large.
  const { mainLanguageOf } = await import('../../craft/narrative/analysis/language/languages.js');
  const words = screenplay.entries.filter(({ kind }) => kind !== 'scene_heading').map(({ text }) => text).join('\n\n');
  return mainLanguageOf(words.slice(0, LANGUAGE_SAMPLE_CHARS));
}

/** Language tag of a script for pages and feeds; `und` (BCP 47) means undetermined. */
export const languageOf = async (screenplay: Screenplay): Promise<string> => await findLanguage(screenplay) ?? 'und';
