import type { Voice } from '../../craft/speech/port.js';
import type { Services } from '../../kernel/services.js';
import { findVoice } from '../../craft/speech/designed/designed-voice.js';
import type { PlanBrief } from '../../craft/narrative/model.js';
import { isSpoken, languageName, languageUnavailable, speaks } from '../library/spoken-language.js';
import type { SourceRow } from '../sources/source-model.js';
import { listLiveSources } from '../sources/source-store.js';
import type { PlanRequest } from './plan-request.js';
import type { PlanWarning } from './types/plan-type.js';
import { TABLE_READ, tableReadOf } from './types/table-read-type.js';

const ENGLISH = /^en(?:-|$)/iu;

/** Loaded on demand, because the language tables are large. */
const loadLanguages = () => import('../../craft/narrative/analysis/language/languages.js');

/** The language of a source, as stored. For sources stored before languages were detected, it is found in their first characters. */
async function languageOf({ language, preview }: SourceRow): Promise<string | null> {
  if (language !== null || preview === null) return language;
  return (await loadLanguages()).mainLanguageOf(preview);
}

/** The language that most of the sources' text is in; null when it is not known. */
export async function planLanguage({ db }: Pick<Services, 'db'>, { sourceIds }: PlanRequest): Promise<string | null> {
  const bytes = new Map<string, number>();
  for (const source of await listLiveSources(db, sourceIds)) {
    const language = await languageOf(source);
    if (language !== null) bytes.set(language, (bytes.get(language) ?? 0) + (source.byteSize ?? 0));
  }
  return [...bytes].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))[0]?.[0] ?? null;
}

/** Raises `validation_failed` when a chosen voice does not speak the language. */
function requireChosen(request: PlanRequest, voices: readonly Voice[], language: string): void {
  const read = tableReadOf(request);
  const chosen = Object.entries(read?.voiceMap ?? {});
  const foreign = chosen.find(([, { voiceId }]) => {
    const voice = findVoice(voices, voiceId);
    return voice !== null && !speaks(voice, language);
  });
  if (!foreign) return;
  const at = `artifactRequests.${request.artifactRequests.findIndex(({ type }) => type === TABLE_READ)}.voiceMap.${foreign[0]}`;
  throw languageUnavailable(voices, {
    field: at, language, words: `${at} is to speak`,
    help: ['Choose a voice of the language: GET /voices?language=… lists them; or leave it out, and one is suggested.'],
  });
}

/**
 * Raises `validation_failed` with `details.reason` `language_unavailable` for a table read of a source in a language that no voice
 * speaks, and for chosen voices that do not speak the language of the sources. A source whose language is not known is accepted.
 */
export async function requireSpokenSources(services: Services, request: PlanRequest): Promise<void> {
  if (!tableReadOf(request)) return;
  const rows = await listLiveSources(services.db, request.sourceIds);
  const languages = await Promise.all(request.sourceIds.map(async (id) => {
    const row = rows.find((each) => each.id === id);
    return row ? languageOf(row) : null;
  }));
  const named = Object.keys(tableReadOf(request)!.voiceMap).length > 0;
  // The embedded voices speak English, so a plan in English need not wait until the catalogue is loaded.
  if (!named && languages.every((language) => language === null || ENGLISH.test(language))) return;
  const voices = (await services.speech()).voices();
  for (const [index, language] of languages.entries()) {
    if (isSpoken(voices, language)) continue;
    throw languageUnavailable(voices, {
      field: `sourceIds.${index}`, language: language!, words: `sourceIds.${index} is in`,
      help: ['If the text is in another language than was found, attach it again with its `language`.'], more: { sourceId: request.sourceIds[index] },
    });
  }
  const main = await planLanguage(services, request);
  if (main !== null) requireChosen(request, voices, main);
}

/** Warns about sources with notable parts in other languages, which the voices of the main language will speak. */
export async function warningsOfLanguage({ sources, tableRead }: PlanBrief): Promise<PlanWarning[]> {
  if (!tableRead) return [];
  const { mainLanguageOf, otherLanguagesOf } = await loadLanguages();
  return sources.flatMap(({ sourceId, text }, index) => {
    const others = text === null ? [] : otherLanguagesOf(text);
    if (others.length === 0) return [];
    const named = others.map(({ language, share }) => `${languageName(language)} (${Math.round(share * 100)} %)`).join(', ');
    return [{
      field: `sourceIds.${index}`,
      message: `${sourceId} is mostly in ${languageName(mainLanguageOf(text!)!)} and partly in ${named}: voices of the main language speak all of it.`,
    }];
  });
}
