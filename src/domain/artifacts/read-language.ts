import { detectLanguage } from '../../craft/narrative/analysis/language/detect-language.js';
import type { Screenplay } from '../../craft/screenplay/model.js';

/** Number of words that is enough to detect a language. */
const LANGUAGE_SAMPLE_CHARS = 4_000;

/** Language tag of a script: only English is detected; `und` (BCP 47) means undetermined. */
export function languageOf(screenplay: Screenplay): string {
  const words = screenplay.entries.filter(({ kind }) => kind !== 'scene_heading').map(({ text }) => text).join('\n');
  return detectLanguage(words.slice(0, LANGUAGE_SAMPLE_CHARS)) === 'en' ? 'en' : 'und';
}
