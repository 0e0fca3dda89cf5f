import type { EntryRow, viewEntry } from '../../kernel/credits/entries.js';
import type { CreditsSummary } from '../../kernel/credits/summary.js';
import type { viewArtifact } from '../../domain/artifacts/artifact-view.js';
import type { getShareState, viewListedShare } from '../../domain/artifacts/shares/share.js';
import type { viewCastCanon, viewSeriesBible } from '../../domain/canon/canon-view.js';
import type { viewOutlineMap } from '../../domain/canon/outlines/outline-map.js';
import type { viewJob } from '../../domain/jobs/job-view.js';
import type { Preparation as ReadPreparation } from '../../domain/jobs/prepared-read.js';
import type { viewPlan, viewPlanSummary } from '../../domain/plans/plan-view.js';
import type { viewProject } from '../../domain/projects/project-view.js';
import type { viewRelease } from '../../domain/publishing/releases/release-view.js';
import type { viewSeries } from '../../domain/publishing/series/series-model.js';
import type { getScriptToEdit } from '../../domain/jobs/revisions/script-to-edit.js';
import type { SeasonRunView } from '../../domain/season-runs/view.js';
import type { LineView } from '../../domain/scripts/lines/line-edit.js';
import type { viewScript, viewScriptSummary, viewVersion } from '../../domain/scripts/script-view.js';
import type { TableReadManifest } from '../../domain/artifacts/manifest.js';
import type { viewBoard as viewDeckBoard, viewDeck } from '../../domain/pitch-decks/deck-view.js';
import type { audioTimeline } from '../../domain/trailers/audio-timeline.js';
import type { viewBoard, viewTrailer } from '../../domain/trailers/trailer-view.js';
import type { viewSource } from '../../domain/sources/source-view.js';

export type Project = ReturnType<typeof viewProject>;
export type Source = ReturnType<typeof viewSource>;
export type PlanSummary = ReturnType<typeof viewPlanSummary>;
export type Plan = ReturnType<typeof viewPlan>;
export type Job = ReturnType<typeof viewJob>;
export type Artifact = ReturnType<typeof viewArtifact>;
export type Script = ReturnType<typeof viewScript>;
export type ScriptVersion = ReturnType<typeof viewVersion>;
export type ScriptSummary = ReturnType<typeof viewScriptSummary>;
export type Line = LineView;
export type ScriptToEdit = Awaited<ReturnType<typeof getScriptToEdit>>;
export type CastCanon = ReturnType<typeof viewCastCanon>;
export type SeriesBible = ReturnType<typeof viewSeriesBible>;
export type OutlineMap = Awaited<ReturnType<typeof viewOutlineMap>>;
export type EpisodeOutline = OutlineMap['episodes'][number];
export type Series = ReturnType<typeof viewSeries>;
export type Release = ReturnType<typeof viewRelease>;
export type SeasonRun = SeasonRunView;
export type SeasonEpisode = SeasonRun['episodes'][number];
export type Trailer = ReturnType<typeof viewTrailer>;
type ShownBoard = ReturnType<typeof viewBoard>;
export type TrailerBeat = ShownBoard['items'][number];
export type TrailerStoryboard = ShownBoard['board'] & { revision: number; beats: TrailerBeat[]; updatedAt: string };
export type TrailerTimeline = ReturnType<typeof audioTimeline>;
export type PitchDeck = ReturnType<typeof viewDeck>;
type ShownDeck = ReturnType<typeof viewDeckBoard>;
export type DeckChapter = ShownDeck['items'][number];
export type DeckStoryboard = ShownDeck['board'] & { revision: number; chapters: DeckChapter[]; updatedAt: string };
export type Preparation = ReadPreparation;
export type ShareState = Awaited<ReturnType<typeof getShareState>>;
export type Share = Omit<NonNullable<ShareState['share']>, 'render'>;
export type ListedShare = ReturnType<typeof viewListedShare> & { stale: boolean };
export type Credits = CreditsSummary;
export type CreditEntry = ReturnType<typeof viewEntry>;
export type CreditKind = EntryRow['kind'];

/** One page of a list; `nextCursor` is null on the last page. */
export type Listed<Name extends string, Item> = Record<Name, Item[]> & { nextCursor: string | null };

/** The manifest of a table read; null before it is READY, and for an artifact of another type. */
export const readManifestOf = ({ manifest }: Pick<Artifact, 'manifest'>): TableReadManifest | null => (manifest && 'audio' in manifest ? manifest : null);

/** The id of the pitch deck that the artifact is; null for other artifacts. */
export const deckIdOf = ({ manifest }: Pick<Artifact, 'manifest'>): string | null => (manifest && 'pitchDeckJobId' in manifest ? manifest.pitchDeckJobId : null);
