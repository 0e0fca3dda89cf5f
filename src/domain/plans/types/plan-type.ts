import type { Voice } from '../../../craft/speech/port.js';
import type { PriceKey } from '../../../kernel/credits/prices.js';
import type { VoiceChoice } from '../../library/voice-choice.js';
import type { ArtifactRequest, ArtifactType } from '../plan-request.js';

/** An artifact as a caller asks for it, before defaults and checks across fields. */
export interface RequestedArtifact {
  type: ArtifactType; mode?: string; narrationPolicy?: string; durationSeconds?: number; voiceMap?: Record<string, VoiceChoice>;
  part?: number; announceScenes?: boolean; announceTitle?: boolean; includePdf?: boolean; aspectRatio?: string;
}

/** An artifact as the envelope of a plan shows it. */
export interface PlannedArtifact { type: ArtifactType; mode: string | null; renderPlan: Record<string, unknown> }

/** A part of a request that has no effect, or not the full one: the field of the request, and the reason in words. */
export interface PlanWarning { field: string; message: string }

/** What a plan has to know about a type of artifact. How the artifact is made is declared by its artifact kind. */
export interface PlanType<R extends ArtifactRequest = ArtifactRequest> {
  type: ArtifactType;
  modes: readonly string[];
  /** Fields of a request that only this type takes. */
  ownFields: readonly (keyof RequestedArtifact)[];
  /** True when a person must decide about every plan with this type; such a plan holds one artifact of the type. */
  isReviewed: boolean;
  /** Set when the artifact is made from a performed read of the project. */
  needsRead?: true;
  /** The stored form of a request. Raises `validation_failed` naming the field below `at`, or `voice_retired`. */
  accept(requested: RequestedArtifact, at: string, voices: readonly Voice[]): R;
  /** The line of the plan's quote. */
  quote(request: R): { label: string; credits: number; priceKey?: PriceKey };
  /** What the envelope shows. `seconds` is the length of the drafted read, null without one; `part` is the part of its sources that the read performs. */
  view(request: R, seconds: number | null, part: number): PlannedArtifact;
  /** Warnings about parts of the request that have no effect with the drafted cast. */
  warnings(request: R, at: string, cast: readonly string[]): PlanWarning[];
}
