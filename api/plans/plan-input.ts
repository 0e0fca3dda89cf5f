import type { Static } from 'typebox';
import type { Voice } from '../../src/adapters/speech/port.js';
import { ARTIFACT_KINDS } from '../../src/domain/artifacts/artifact-kinds.js';
import { resolveVoiceMap } from '../../src/domain/library/voice-choice.js';
import {
  READ_SECONDS, type ArtifactRequest, type ArtifactType, type PlanRequest, type TableReadArtifactRequest,
} from '../../src/domain/plans/plan-request.js';
import { ApiError } from '../../src/errors/api-error.js';
import type { Services } from '../../src/services.js';
import type { StoryPlanCreateRequest } from './schemas.js';

export type PlanCreateBody = Static<typeof StoryPlanCreateRequest>;
type RequestedArtifact = PlanCreateBody['artifactRequests'][number];

/** Fields that belong to one type only. */
const OWNERS: Partial<Record<keyof RequestedArtifact, ArtifactType>> = {
  mode: 'table_read', narrationPolicy: 'table_read', voiceMap: 'table_read', includePdf: 'pitch_deck', aspectRatio: 'production_video',
};

function refuse(field: string, words: string): never {
  throw new ApiError('validation_failed', `${field} ${words}`, { field });
}

function tableRead(requested: RequestedArtifact, at: string, voices: readonly Voice[]): TableReadArtifactRequest {
  const { mode = 'documentary', narrationPolicy = 'include', durationSeconds = READ_SECONDS.default, voiceMap = {} } = requested;
  if (durationSeconds < READ_SECONDS.minimum || durationSeconds > READ_SECONDS.maximum) {
    refuse(`${at}.durationSeconds`, `must be ${READ_SECONDS.minimum} to ${READ_SECONDS.maximum} for a table_read`);
  }
  return { type: 'table_read', mode, narrationPolicy, durationSeconds, voiceMap: resolveVoiceMap(voices, voiceMap, `${at}.voiceMap`) };
}

function artifact(requested: RequestedArtifact, index: number, voices: readonly Voice[]): ArtifactRequest {
  const at = `artifactRequests.${index}`;
  for (const [field, owner] of Object.entries(OWNERS)) {
    if (requested[field as keyof RequestedArtifact] !== undefined && requested.type !== owner) {
      refuse(`${at}.${field}`, `is only for ${owner}`);
    }
  }
  if (!(requested.type in ARTIFACT_KINDS)) {
    throw new ApiError('validation_failed', `${at}.type: ${requested.type} is planned and cannot be made yet; see GET /capabilities`,
      { field: `${at}.type`, reason: 'planned' });
  }
  if (requested.type === 'table_read') return tableRead(requested, at, voices);
  const { type, durationSeconds, includePdf, aspectRatio } = requested;
  return {
    type, ...(durationSeconds === undefined ? {} : { durationSeconds }), ...(includePdf === undefined ? {} : { includePdf }),
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
  };
}

/**
 * The stored form of a creation request, checked across fields. The voice catalogue is only opened when the
 * request names voices. Raises `validation_failed` naming the field, or `voice_retired`.
 */
export async function planRequestOf(body: PlanCreateBody, services: Services): Promise<PlanRequest> {
  const namesVoices = body.artifactRequests.some(({ voiceMap }) => Object.keys(voiceMap ?? {}).length > 0);
  const voices = namesVoices ? (await services.speech()).voices() : [];
  const artifactRequests = body.artifactRequests.map((requested, index) => artifact(requested, index, voices));
  const reads = artifactRequests.filter(({ type }) => type === 'table_read').length;
  if (reads > 1) refuse('artifactRequests', 'may hold one table_read: table-read plans are made one script at a time');
  if (reads > 0 && body.autoApprove) refuse('autoApprove', 'must be false: a plan with a table_read waits for a person');
  return {
    target: body.target, artifactRequests, sourceIds: body.sourceIds, creativeBrief: body.creativeBrief?.trim() || null,
    autoApprove: body.autoApprove ?? false,
  };
}
