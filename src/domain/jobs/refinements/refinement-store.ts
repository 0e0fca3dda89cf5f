import { Refinement } from '../../../../entities/refinement.js';
import type { Db } from '../../../kernel/db/database.js';
import type { Quote } from '../../plans/quote.js';

export const REFINE_SCOPES = ['auto', 'screenplay', 'plan'] as const;
export type RefineScope = (typeof REFINE_SCOPES)[number];

/** What changes the words: rules alone, the writer from the sources, or a model from the sources. */
export type RefinedBy = 'rules' | 'sources' | 'model';

/** What the owner asks of a read; `instruction` has their own words. */
export interface Refining { artifactId: string; revision: number; scope: RefineScope; by: RefinedBy; instruction: string }

/** A refinement as a request asks for it. */
export interface RefineBrief extends Refining { quote: Quote }

const INSERT_JOB = `INSERT INTO jobs (id, account_id, project_id, plan_id, script_upload_id, screenplay_key, quote, voice_map, reads_version, announces_scenes)
  SELECT $1, j.account_id, j.project_id, j.plan_id, j.script_upload_id, j.screenplay_key, $3::jsonb, '{}', false, j.announces_scenes
  FROM artifacts a JOIN jobs j ON j.id = a.job_id WHERE a.id = $2`;

/** Inserts a job that refines a read; it has the same plan or script as the read. */
export async function insertRefinement(tx: Db, jobId: string, { quote, ...refining }: RefineBrief): Promise<void> {
  await tx.query(INSERT_JOB, [jobId, refining.artifactId, JSON.stringify(quote)]);
  await tx.repository(Refinement).insert({ jobId, ...refining });
}

/** The refinement that a job makes; null for a job that makes its own artifacts. */
export async function findRefinement(db: Db, jobId: string): Promise<Refining | null> {
  const row = await db.repository(Refinement).findOneBy({ jobId });
  if (!row) return null;
  const { artifactId, revision, scope, by, instruction } = row as Refinement & Pick<Refining, 'scope' | 'by'>;
  return { artifactId, revision, scope, by, instruction };
}
