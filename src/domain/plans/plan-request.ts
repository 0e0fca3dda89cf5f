import type { PlanTarget } from '../../craft/narrative/model.js';
import type { NarrationPolicy, TableReadMode } from '../../craft/screenplay/model.js';
import type { ChosenSections } from '../sources/chosen-sections.js';
import type { VoiceMap } from '../library/voice-map.js';

/** Types that the contract knows. Those that can be produced are listed by `GET /capabilities`; a plan for another is refused. */
export const ARTIFACT_TYPES = ['table_read', 'pitch_deck', 'storyboard', 'trailer', 'production_video'] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

export const TABLE_READ_MODES = ['documentary', 'podcast', 'drama'] as const satisfies readonly TableReadMode[];
export const NARRATION_POLICIES = ['include', 'suppress'] as const satisfies readonly NarrationPolicy[];

/** Without a wish the embedded writer performs its whole sources; a model, which writes every line, gets the default. */
export const READ_SECONDS = { minimum: 30, maximum: 3_600, modelDefault: 240 } as const;

export interface TableReadArtifactRequest {
  type: 'table_read'; mode: TableReadMode; narrationPolicy: NarrationPolicy;
  /** The wish for its length; absent: as long as its sources, up to the maximum. */
  durationSeconds?: number;
  /** Which part of sources that are longer than the read, from 1; absent means the first of a programme, and the best scene of a drama. */
  part?: number;
  /** Voices chosen by the caller, by cue in capitals; resolved against the catalogue. */
  voiceMap: VoiceMap;
  /** Whether a narrator speaks the headings; absent: on for an adopted screenplay with narration, else off. */
  announceScenes?: boolean;
  /** Whether the read has spoken credits; absent: it has. */
  announceTitle?: boolean;
}

/** A pitch deck of the story. `includePdf`: its PDF is made with its finished film. */
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
