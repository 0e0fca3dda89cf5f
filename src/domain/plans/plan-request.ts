import type { PlanTarget } from '../../craft/narrative/model.js';
import type { NarrationPolicy, TableReadMode } from '../../craft/screenplay/model.js';
import type { ChosenSections } from '../sources/chosen-sections.js';
import type { VoiceMap } from '../library/voice-map.js';

/** Types that the contract knows. Those that can be produced are listed by `GET /capabilities`; a plan for another is refused. */
export const ARTIFACT_TYPES = ['table_read', 'pitch_deck', 'storyboard', 'trailer', 'production_video'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

export const TABLE_READ_MODES = ['documentary', 'podcast', 'drama'] as const satisfies readonly TableReadMode[];
export const NARRATION_POLICIES = ['include', 'suppress'] as const satisfies readonly NarrationPolicy[];

/** Without a requested length the embedded writer performs its whole sources, within these limits. A model has to write every line, so it gets the default. */
export const READ_SECONDS = { minimum: 30, maximum: 3_600, modelDefault: 240 } as const;

export interface TableReadArtifactRequest {
  type: 'table_read'; mode: TableReadMode; narrationPolicy: NarrationPolicy;
  /** The requested length; absent: with the embedded writer as long as the sources, within the limits of `READ_SECONDS`; with a model, its default length. */
  durationSeconds?: number;
  /** The requested part of sources that are longer than the read, from 1; absent: the first part of a programme, or the best scene of a drama. */
  part?: number;
  /** Voices chosen by the caller, by cue in capitals; resolved against the catalogue. */
  voiceMap: VoiceMap;
  /** Whether a narrator speaks the headings; absent: on for an adopted screenplay with narration, else off. */
  announceScenes?: boolean;
  /** Whether the read has spoken credits; absent: it has. */
  announceTitle?: boolean;
}

/** A request for a pitch deck of the story. With `includePdf`, its PDF is ordered as soon as the finished film is published. */
export interface PitchDeckArtifactRequest { type: 'pitch_deck'; durationSeconds?: number; includePdf: boolean }

export interface PlannedArtifactRequest { type: Exclude<ArtifactType, 'table_read' | 'pitch_deck'>; durationSeconds?: number; aspectRatio?: string }

export type ArtifactRequest = TableReadArtifactRequest | PitchDeckArtifactRequest | PlannedArtifactRequest;

/** The validated request of a plan, as stored in `plans.request`. */
export interface PlanRequest {
  target: PlanTarget;
  artifactRequests: ArtifactRequest[];
  sourceIds: string[];
  /** Sources of which only some chapters are used; absent: all are used whole. */
  sections?: ChosenSections[];
  creativeBrief: string | null;
  autoApprove: boolean;
}
