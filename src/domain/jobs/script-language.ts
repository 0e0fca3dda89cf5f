import type { Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import { findLanguage } from '../scripts/screenplay-language.js';
import { isSpoken, languageUnavailable } from '../library/spoken-language.js';

/** Raises `validation_failed` with `details.reason` `language_unavailable` for a script in a language that no voice speaks. */
export async function requireSpokenScript(services: Services, screenplay: Screenplay): Promise<void> {
  const language = await findLanguage(screenplay);
  const voices = (await services.speech()).voices();
  if (!isSpoken(voices, language)) throw languageUnavailable(voices, { field: 'scriptUploadId', language: language!, words: 'the script is in' });
}
