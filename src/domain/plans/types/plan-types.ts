import type { ArtifactRequest, ArtifactType, PlannedArtifactRequest, PlanRequest } from '../plan-request.js';
import type { PlanType, RequestedArtifact } from './plan-type.js';
import { pitchDeckType } from './pitch-deck-type.js';
import { tableReadType } from './table-read-type.js';

/** A type that cannot be made yet: the API refuses a plan for it. A stored plan with one shows the request, at no price. */
function plannedType(type: PlannedArtifactRequest['type'], ownFields: readonly (keyof RequestedArtifact)[] = []): PlanType<PlannedArtifactRequest> {
  return {
    type, modes: [], ownFields, isReviewed: false,
    accept: ({ durationSeconds, aspectRatio }) => ({
      type, ...(durationSeconds === undefined ? {} : { durationSeconds }), ...(aspectRatio === undefined ? {} : { aspectRatio }),
    }),
    quote: () => ({ label: `${type.replaceAll('_', ' ')} (planned)`, credits: 0 }),
    view: ({ type: _type, ...renderPlan }) => ({ type, mode: null, renderPlan }),
    warnings: () => [],
  };
}

type RequestOf<T extends ArtifactType> = T extends 'table_read' | 'pitch_deck' ? Extract<ArtifactRequest, { type: T }> : PlannedArtifactRequest;

const TYPES: { [T in ArtifactType]: PlanType<RequestOf<T>> } = {
  table_read: tableReadType,
  pitch_deck: pitchDeckType,
  storyboard: plannedType('storyboard'),
  trailer: plannedType('trailer'),
  production_video: plannedType('production_video', ['aspectRatio']),
};

/** The plan types by name, for every type that a request can name. */
export const PLAN_TYPES: Readonly<Record<ArtifactType, PlanType>> = TYPES as Record<ArtifactType, PlanType>;

export const planTypeOf = ({ type }: { type: ArtifactType }): PlanType => PLAN_TYPES[type];

/** A finished draft is approved at once only when the request asks for that and no artifact needs a review. */
export function statusAfterDraft({ autoApprove, artifactRequests }: PlanRequest): 'APPROVED' | 'REQUIRES_APPROVAL' {
  return autoApprove && !artifactRequests.some((request) => planTypeOf(request).isReviewed) ? 'APPROVED' : 'REQUIRES_APPROVAL';
}
