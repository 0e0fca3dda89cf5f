import { MAX_READ_CHARACTERS, type PlanBrief, type StoryWriter } from '../../narrative/model.js';
import { readingShares } from '../../narrative/reading-shares.js';
import type { PlanEnvelope } from './envelope.js';
import { tableReadOf, type PlanRequest } from './plan-request.js';

/** Something that was asked for and has no effect, or not the whole one: the field of the request, and why in words. */
export interface PlanWarning { field: string; message: string }

/** What the embedded writer takes no notice of: it arranges the words of the sources and follows no instructions. */
function unreadByRules({ creativeBrief }: PlanBrief): PlanWarning[] {
  return [
    {
      field: 'target',
      message: 'The embedded writer takes the tone and does not write for an audience, an objective or an outcome. A configured model does.',
    },
    ...(creativeBrief === null ? [] : [{
      field: 'creativeBrief',
      message: 'The embedded writer only passes it on to the music direction. A configured model follows it.',
    }]),
  ];
}

/** Sources that a writer does not see whole: it is a matter of all texts together for a model, of each text for the embedded writer. */
function shortened({ sources }: PlanBrief, { embedded }: StoryWriter): PlanWarning[] {
  const shares = embedded ? sources.map(() => MAX_READ_CHARACTERS) : readingShares(sources);
  const how = embedded ? 'the writer reads eight stretches of it, its beginning and its end among them'
    : 'the model gets its digest and whole passages from all over it, its beginning and its end among them';
  return sources.flatMap(({ sourceId, text }, index) => {
    const share = shares[index]!;
    if (text === null || text.length <= share) return [];
    return [{
      field: `sourceIds.${index}`,
      message: `${sourceId} holds ${text.length} characters, more than the ${share} of it that are read at once, `
        + `also with sourceContextMode full: ${how}.`,
    }];
  });
}

/** Sources without text and digest: their text was discarded as METADATA_ONLY asks, and was too short for a digest. */
function empty({ sources }: PlanBrief): PlanWarning[] {
  return sources.flatMap(({ sourceId, text, digest }, index) => (text !== null || digest ? [] : [{
    field: `sourceIds.${index}`, message: `${sourceId} keeps neither text nor digest (METADATA_ONLY); only its label is used.`,
  }]));
}

/** What of a brief its writer leaves out. */
export function warningsOfBrief(brief: PlanBrief, writer: StoryWriter): PlanWarning[] {
  return [...(writer.embedded ? unreadByRules(brief) : []), ...shortened(brief, writer), ...empty(brief)];
}

/** Voices that were chosen for names that no role of the drafted cast has. */
export function warningsOfCast(request: PlanRequest, { scriptBlueprint }: PlanEnvelope): PlanWarning[] {
  const index = request.artifactRequests.findIndex(({ type }) => type === 'table_read');
  const read = tableReadOf(request);
  if (!read || !scriptBlueprint) return [];
  const cast = scriptBlueprint.cast.map(({ character }) => character);
  return Object.keys(read.voiceMap).filter((name) => !cast.includes(name)).map((name) => ({
    field: `artifactRequests.${index}.voiceMap.${name}`, message: `No role of the drafted cast is called ${name}: ${cast.join(', ')}.`,
  }));
}
