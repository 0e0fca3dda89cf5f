import { createStore } from '../../src/kernel/storage/index.js';
import { newId } from '../../src/kernel/db/ids.js';
import { putScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import type { BenchStack } from './bench-stack.js';
import { BENCH_VOICES, benchScreenplay } from './story.js';

export interface InsertedRead { jobId: string; artifactId: string; lineCount: number; screenplay: Screenplay }

let nextSeed = 1;
/** A different seed at each call, so that no line is already stored. */
export const freshSeed = (): number => nextSeed++;

const DAY_MS = 86_400_000;

/** Inserts a READY table read of this screenplay, or of this number of fresh lines, without running a job. The API must have started before. */
export async function insertRead(
  { pool, dataDir }: Pick<BenchStack, 'pool' | 'dataDir'>, content: number | Screenplay, voiceMap = BENCH_VOICES,
): Promise<InsertedRead> {
  const [projectId, planId, jobId, artifactId] = [newId('project'), newId('plan'), newId('job'), newId('artifact')];
  const screenplay = typeof content === 'number' ? benchScreenplay(content, freshSeed()) : content;
  const lineCount = screenplay.entries.filter(({ kind }) => kind === 'dialogue').length;
  const scriptKey = await putScreenplay(createStore({ storageUrl: null, dataDir, s3: { accessKeyId: null, secretAccessKey: null } }), screenplay);
  const quote = JSON.stringify({ currency: 'studio_credits', total: 10, lineItems: [], notes: [], computedAt: new Date().toISOString() });
  const progress = JSON.stringify({ stage: 'complete', completed: 1, total: 1, unit: 'artifacts', nextAttemptAt: null });
  await pool.query(`INSERT INTO projects (id, account_id, name) SELECT $1, id, 'Bench' FROM accounts LIMIT 1`, [projectId]);
  await pool.query(
    `INSERT INTO works (id, kind, account_id, project_id, subject_id, revision, label, status, epoch, progress, line_count, lines_ready,
       lines_failed, credits_quoted, credits_reserved, credits_settled, credits_released, request_id, input)
     SELECT $1, 'plan', account_id, id, $1, 0, 'Planning', 'READY', 1, $3, 1, 1, 0, 0, 0, 0, 0, 'req_bench_0001', '{}'
     FROM projects WHERE id = $2`, [planId, projectId, progress]);
  await pool.query(
    `INSERT INTO plans (id, account_id, project_id, title, status, version, request, quote, warnings)
     SELECT $1, account_id, id, 'Plan', 'APPROVED', 1, '{}', $3, '[]' FROM projects WHERE id = $2`, [planId, projectId, quote]);
  await pool.query(
    `INSERT INTO works (id, kind, account_id, project_id, subject_id, revision, label, status, epoch, progress, line_count, lines_ready,
       lines_failed, credits_quoted, credits_reserved, credits_settled, credits_released, request_id, input)
     SELECT $1, 'job', account_id, project_id, $1, 0, 'Producing', 'READY', 1, $3, 1, 1, 0, 10, 10, 10, 0, 'req_bench_0001', '{}'
     FROM plans WHERE id = $2`, [jobId, planId, progress]);
  await pool.query(
    `INSERT INTO jobs (id, account_id, project_id, plan_id, quote, voice_map, reads_version)
     SELECT $1, account_id, project_id, id, $3, '{}', false FROM plans WHERE id = $2`, [jobId, planId, quote]);
  await pool.query(
    `INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count, share_expires_at)
     SELECT $1, account_id, project_id, id, 0, 'table_read', $3, 'READY', 1, 0, $4 FROM jobs WHERE id = $2`,
    [artifactId, jobId, screenplay.title, new Date(Math.floor(Date.now() / 1000) * 1000 + DAY_MS)]);
  await pool.query(
    `INSERT INTO artifact_revisions (artifact_id, revision, version, title, cause, work_id, content) VALUES ($1, 1, 1, $2, 'initial', $3, $4)`,
    [artifactId, screenplay.title, jobId, JSON.stringify({
      mode: screenplay.mode, narrationPolicy: screenplay.narrationPolicy, scriptKey, voiceMap, castList: screenplay.cast,
      entryCount: screenplay.entries.length, spokenCount: lineCount,
    })]);
  return { jobId, artifactId, lineCount, screenplay };
}
