import { MAX_WHOLE_TEXT_CHARACTERS, type PlanBrief, type PlanDraft, type StoryWriter } from '../../craft/narrative/model.js';
import type { Voice } from '../../craft/speech/port.js';
import type { VoiceMap } from '../library/voice-map.js';
import { isCapturedText } from '../sources/captures/captured-text.js';
import type { PlanEnvelope } from './envelope.js';
import type { PlanRequest } from './plan-request.js';
import type { PlanWarning } from './types/plan-type.js';
import { TABLE_READ } from './types/table-read-type.js';
import { planTypeOf } from './types/plan-types.js';
import { shortfallOf } from './voice-fit.js';

/**
 * Parts of the Series Bible that a plan of the embedded writer follows. It takes name, role and voice from `characters`, and the delivery of plain lines from
 * tone and genre. `productionMedium` decides which pictures a cast needs, and `episodes` are drafted one by one.
 */
export const FOLLOWED_BIBLE_KEYS: readonly string[] = [
  'tone', 'genre', 'visualStyle', 'audioStyle', 'colorPalette', 'characters', 'productionMedium', 'episodes',
];

const NO_NARRATOR = /\b(?:no|without(?:\s+an?)?)\s+(?:narrator|narration|voice-?over)\b/iu;

/** What happens to a part of the Series Bible that the embedded writer does not follow, or follows only in part. */
function fateOfBiblePart(key: string, value: unknown, { tableRead }: PlanBrief): string {
  if (key === 'locationTruths') {
    return 'The embedded writer spells the places of headings as it names them (“Name: what is true”) and ignores the rest. Pictures follow it.';
  }
  const asksNoNarrator = key === 'writingStyle' && typeof value === 'string' && NO_NARRATOR.test(value) && tableRead?.narrationPolicy === 'include';
  return 'The embedded writer ignores this part of the Series Bible. A configured model is given all of it.'
    + (asksNoNarrator ? ' It asks for no narrator, but this read has one: ask for the narrationPolicy suppress.' : '');
}

/** Fields of a request that its writer will ignore, as far as that is known when the plan is requested. */
export function warningsOfRequest({ creativeBrief }: Pick<PlanBrief, 'creativeBrief'>, isEmbedded: boolean): PlanWarning[] {
  if (!isEmbedded) return [];
  return [
    {
      field: 'target',
      message: 'The embedded writer uses the tone and ignores audience, objective and outcome. A configured model (TEXT_BASE_URL) uses them all.',
    },
    ...(creativeBrief === null ? [] : [{
      field: 'creativeBrief',
      message: 'The embedded writer uses it for the music direction only. A configured model (TEXT_BASE_URL) follows it.',
    }]),
  ];
}

/** Fields that the embedded writer ignores: it arranges the words of the sources and cannot follow instructions. */
function ignoredByEmbeddedWriter(brief: PlanBrief): PlanWarning[] {
  const { canon } = brief;
  return [
    ...warningsOfRequest(brief, true),
    ...Object.entries(canon?.content ?? {}).filter(([key]) => !FOLLOWED_BIBLE_KEYS.includes(key)).map(([key, value]) => ({
      field: `seriesBible.${key}`, message: fateOfBiblePart(key, value, brief),
    })),
  ];
}

/** Warns about long sources: the embedded writer, which makes the structure of every plan, reads only stretches of them. */
function truncatedSources({ sources }: PlanBrief): PlanWarning[] {
  return sources.flatMap(({ sourceId, text }, index) => {
    if (text === null || text.length <= MAX_WHOLE_TEXT_CHARACTERS) return [];
    return [{
      field: `sourceIds.${index}`,
      message: `${sourceId} holds ${text.length} characters, more than the ${MAX_WHOLE_TEXT_CHARACTERS} of it that are read at once, `
        + 'also with sourceContextMode full: the writer reads eight stretches of it, its beginning and its end among them.',
    }];
  });
}

/** METADATA_ONLY sources that were too short for a digest: neither text nor digest is left to write from. */
function emptySources({ sources }: PlanBrief): PlanWarning[] {
  return sources.flatMap(({ sourceId, text, digest }, index) => (text !== null || digest ? [] : [{
    field: `sourceIds.${index}`, message: `${sourceId} keeps neither text nor digest (METADATA_ONLY); only its label is used.`,
  }]));
}

/** Sources that captures became: the server knows nothing of what they show, and its note about them is all that would be read. */
function unreadCaptures({ sources }: PlanBrief): PlanWarning[] {
  return sources.flatMap(({ sourceId, text }, index) => (text === null || !isCapturedText(text) ? [] : [{
    field: `sourceIds.${index}`,
    message: `${sourceId} is a capture, and what it shows was not read: only the server's own note about it would be performed. `
      + 'Attach a text that tells what it shows, and plan with that instead.',
  }]));
}

/** What a model writes in a read, and what it does not. The price is the same, so a person has to know it before the approval. */
function sharesOfWriters({ tableRead }: PlanBrief, { name }: StoryWriter): PlanWarning[] {
  if (!tableRead) return [];
  const told = tableRead.mode === 'drama'
    ? `A drama performs the words of its source: ${name} writes no line of it, and is asked who speaks them.`
    : `${name} is asked for the lines of hosts and narrator. What it does not answer, or its sentences do not support, is the embedded writer's. `
      + 'The price is the same; the review notes of the script say who wrote which lines.';
  return [{ field: 'artifactRequests', message: told }];
}

/** Warns about parts of the brief that the writer ignores, and about parts of the read that a model does not write. */
export function warningsOfBrief(brief: PlanBrief, writer: StoryWriter): PlanWarning[] {
  const ofWriter = writer.embedded ? ignoredByEmbeddedWriter(brief) : sharesOfWriters(brief, writer);
  return [...ofWriter, ...truncatedSources(brief), ...emptySources(brief), ...unreadCaptures(brief)];
}

/** A read may miss its requested length by this share without a warning. */
const MAX_LENGTH_ERROR = 0.05;

/** Warns about a requested length that the sources do not allow: too few words, or no pause near the requested end. */
export function warningsOfLength({ artifactRequests }: PlanRequest, { parts }: PlanDraft): PlanWarning[] {
  const index = artifactRequests.findIndex((request) => request.type === TABLE_READ);
  const wanted = artifactRequests[index]?.durationSeconds;
  const lasts = parts?.items[parts.index - 1]?.estimatedSeconds;
  if (wanted === undefined || lasts === undefined || Math.abs(lasts / wanted - 1) <= MAX_LENGTH_ERROR) return [];
  const why = parts!.count === 1 && lasts < wanted ? 'the sources hold no more' : 'whole scenes give no nearer length';
  return [{ field: `artifactRequests.${index}.durationSeconds`, message: `The read lasts about ${lasts} s, not ${wanted} s: ${why}.` }];
}

/** Warns about voices chosen for names that are not in the drafted cast. */
export function warningsOfCast({ artifactRequests }: PlanRequest, { scriptBlueprint }: PlanEnvelope): PlanWarning[] {
  if (!scriptBlueprint) return [];
  const cast = scriptBlueprint.cast.map(({ character }) => character);
  return artifactRequests.flatMap((request, index) => planTypeOf(request).warnings(request, `artifactRequests.${index}`, cast));
}

/** Warns about suggested voices that are not what the text asks for, because the catalogue has no nearer one. Decided voices are left out. */
export function warningsOfVoices({ scriptBlueprint }: Pick<PlanEnvelope, 'scriptBlueprint'>, decided: VoiceMap, voices: readonly Voice[]): PlanWarning[] {
  return (scriptBlueprint?.cast ?? []).flatMap((role, index) => {
    const voice = voices.find(({ voiceId }) => voiceId === role.suggestedVoice?.voiceId);
    const why = voice && !decided[role.character] ? shortfallOf(role, voice) : null;
    return why === null ? [] : [{
      field: `scriptBlueprint.cast.${index}.suggestedVoice`, message: `${role.character} is suggested the voice of ${voice!.name} (${voice!.ageRange}): ${why}.`,
    }];
  });
}
