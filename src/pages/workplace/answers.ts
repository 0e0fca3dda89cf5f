import type { viewArtifact } from '../../domain/artifacts/artifact-view.js';
import type { viewJob } from '../../domain/jobs/job-view.js';
import type { viewPlan, viewPlanSummary } from '../../domain/plans/plan-view.js';
import type { viewProject } from '../../domain/projects/project-view.js';
import type { viewSource } from '../../domain/sources/source-view.js';

export type Project = ReturnType<typeof viewProject>;
export type Source = ReturnType<typeof viewSource>;
export type PlanSummary = ReturnType<typeof viewPlanSummary>;
export type Plan = ReturnType<typeof viewPlan>;
export type Job = ReturnType<typeof viewJob>;
export type Artifact = ReturnType<typeof viewArtifact>;

/** A page of a list. */
export type Listed<Name extends string, Item> = Record<Name, Item[]> & { nextCursor: string | null };
