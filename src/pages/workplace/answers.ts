import type { EntryRow, viewEntry } from '../../credits/entries.js';
import type { CreditsSummary } from '../../credits/summary.js';
import type { viewArtifact } from '../../domain/artifacts/artifact-view.js';
import type { getShareState, viewListedShare } from '../../domain/artifacts/shares/share.js';
import type { viewCastCanon } from '../../domain/canon/canon-view.js';
import type { viewJob } from '../../domain/jobs/job-view.js';
import type { Preparation as ReadPreparation } from '../../domain/jobs/prepared-read.js';
import type { viewPlan, viewPlanSummary } from '../../domain/plans/plan-view.js';
import type { viewProject } from '../../domain/projects/project-view.js';
import type { LineView } from '../../domain/scripts/lines/line-edit.js';
import type { viewScript, viewScriptSummary, viewVersion } from '../../domain/scripts/script-view.js';
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
export type CastCanon = ReturnType<typeof viewCastCanon>;
export type Preparation = ReadPreparation;
export type ShareState = Awaited<ReturnType<typeof getShareState>>;
export type Share = Omit<NonNullable<ShareState['share']>, 'render'>;
export type ListedShare = ReturnType<typeof viewListedShare> & { stale: boolean };
export type Credits = CreditsSummary;
export type CreditEntry = ReturnType<typeof viewEntry>;
export type CreditKind = EntryRow['kind'];

/** A page of a list. */
export type Listed<Name extends string, Item> = Record<Name, Item[]> & { nextCursor: string | null };
