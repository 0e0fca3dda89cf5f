import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allowed transitions of `works`. Repeats `TRANSITIONS` in src/kernel/contract/states.ts; a test compares the two. */
const WORK_EDGES: [from: string, to: string[]][] = [
  ['PENDING', ['RUNNING', 'FAILED', 'CANCELED']],
  ['RESERVED', ['RUNNING', 'FAILED', 'CANCELED']],
  ['RUNNING', ['PARTIAL', 'READY', 'FAILED', 'CANCELED']],
  ['PARTIAL', ['READY', 'FAILED']],
  ['FAILED', ['PENDING', 'RESERVED']],
];

const JOB_EDGES: [from: string, to: string[]][] = [
  ['PENDING', ['RESERVED', 'FAILED', 'CANCELED']],
  ['RESERVED', ['RUNNING', 'FAILED', 'CANCELED']],
  ['RUNNING', ['PARTIAL', 'READY', 'FAILED', 'CANCELED']],
  ['PARTIAL', ['READY', 'FAILED']],
  ['FAILED', ['RESERVED']],
];

const OPEN_JOBS = `status NOT IN ('READY','FAILED','CANCELED')`;
const OPEN_FINALIZES = `status NOT IN ('complete','failed')`;

/** Refuses to migrate while jobs or renders are open: their runs cannot continue with the new rows. */
const REFUSE_OPEN_RUNS = `DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM jobs WHERE ${OPEN_JOBS}) OR EXISTS (SELECT 1 FROM finalizes WHERE ${OPEN_FINALIZES}) THEN
    RAISE EXCEPTION 'jobs or renders are still under way: let them end, or cancel them, before this upgrade';
  END IF; END $$`;

const MEASURES = ['"credits_quoted" integer', '"credits_reserved" integer', '"credits_settled" integer', '"credits_released" integer'];

const CREATE = [
  `CREATE TABLE "works" ("id" text NOT NULL, "kind" text NOT NULL, "account_id" text NOT NULL, "project_id" text, "subject_id" text NOT NULL,
     "revision" integer NOT NULL, "label" text NOT NULL, "status" text NOT NULL, "epoch" integer NOT NULL, "progress" jsonb NOT NULL,
     "line_count" integer NOT NULL, "lines_ready" integer NOT NULL, "lines_failed" integer NOT NULL, "credits_quoted" integer NOT NULL,
     "credits_reserved" integer NOT NULL, "credits_settled" integer NOT NULL, "credits_released" integer NOT NULL, "failure_code" text,
     "failure_message" text, "failure_details" jsonb, "request_id" text NOT NULL, "finished_at" TIMESTAMP WITH TIME ZONE,
     "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
     CONSTRAINT "works_status_known" CHECK (status IN ('PENDING','RESERVED','RUNNING','PARTIAL','READY','FAILED','CANCELED')),
     CONSTRAINT "works_lines" CHECK (lines_ready >= 0 AND lines_failed >= 0 AND lines_ready + lines_failed <= line_count),
     CONSTRAINT "works_pkey" PRIMARY KEY ("id"))`,
  `ALTER TABLE "works" ADD CONSTRAINT "works_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE`,
  `CREATE INDEX "works_account" ON "works" ("account_id", "created_at")`,
  `CREATE INDEX "works_subject" ON "works" ("subject_id")`,
  `CREATE INDEX "works_open" ON "works" ("kind", "updated_at") WHERE status NOT IN ('READY','FAILED','CANCELED')`,
  `CREATE TABLE "recordings" ("artifact_id" text NOT NULL, "revision" integer NOT NULL, "mode" text NOT NULL, "work_id" text NOT NULL,
     "media_key" text NOT NULL, "sha256" text NOT NULL, "byte_size" integer NOT NULL, "duration_ms" integer NOT NULL,
     "integrated_lufs" double precision NOT NULL, "true_peak_db" double precision NOT NULL, "build_manifest" jsonb NOT NULL,
     "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "recordings_pkey" PRIMARY KEY ("artifact_id", "revision", "mode"))`,
  `ALTER TABLE "recordings" ADD CONSTRAINT "recordings_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE CASCADE`,
];

const FILL = [
  `INSERT INTO works SELECT j.id, 'job', j.account_id, j.project_id, j.id, 0, 'Producing', j.status, j.epoch, j.progress, greatest(1, a.lines),
     a.ready, CASE WHEN j.status IN ('FAILED','CANCELED') THEN greatest(1, a.lines) - a.ready ELSE a.failed END,
     j.credits_quoted, j.credits_reserved, j.credits_settled, j.credits_released, j.failure_code, j.failure_message, j.failure_details,
     j.request_id, j.finished_at, j.created_at, j.updated_at
   FROM jobs j CROSS JOIN LATERAL (SELECT count(*)::int AS lines, (count(*) FILTER (WHERE status = 'READY'))::int AS ready,
     (count(*) FILTER (WHERE status = 'FAILED'))::int AS failed FROM artifacts WHERE job_id = j.id) a`,
  `INSERT INTO works SELECT 'wrk_' || left(encode(sha256(convert_to('finalize:' || f.artifact_id || ':' || f.revision, 'UTF8')), 'hex'), 26),
     'finalize', f.account_id, a.project_id, f.artifact_id, f.revision, 'Rendering audio: ' || a.title,
     CASE f.status WHEN 'complete' THEN 'READY' ELSE 'FAILED' END, f.epoch,
     '{"stage":"finishing","completed":0,"total":0,"unit":"lines","nextAttemptAt":null,"lastError":null}', 1, (f.status = 'complete')::int,
     (f.status <> 'complete')::int, f.amount_credits, f.amount_credits, CASE f.status WHEN 'complete' THEN f.amount_credits ELSE 0 END,
     CASE f.status WHEN 'complete' THEN 0 ELSE f.amount_credits END, f.failure_code, f.failure_message, NULL, 'migration',
     coalesce(f.completed_at, f.updated_at), f.created_at, f.updated_at
   FROM finalizes f JOIN artifacts a ON a.id = f.artifact_id`,
  `INSERT INTO recordings SELECT f.artifact_id, f.revision, f.mode, w.id, f.media_key, f.sha256, f.byte_size, f.duration_ms, f.integrated_lufs,
     f.true_peak_db, f.build_manifest, f.completed_at
   FROM finalizes f JOIN works w ON w.kind = 'finalize' AND w.subject_id = f.artifact_id AND w.revision = f.revision WHERE f.status = 'complete'`,
];

const MOVED = ['status', 'epoch', 'progress', 'request_id', 'credits_quoted', 'credits_reserved', 'credits_settled', 'credits_released',
  'failure_code', 'failure_message', 'failure_details', 'finished_at', 'created_at', 'updated_at'];

const NARROW = [
  `DROP TRIGGER jobs_legal_transition ON jobs`,
  `DELETE FROM legal_transitions WHERE table_name = 'jobs'`,
  `ALTER TABLE "jobs" ADD "reads_version" boolean NOT NULL DEFAULT false`,
  `UPDATE jobs SET reads_version = true WHERE plan_id IS NULL AND status <> 'CANCELED'`,
  `ALTER TABLE "jobs" ALTER COLUMN "reads_version" DROP DEFAULT`,
  `DROP INDEX "jobs_read_of_version"`,
  `CREATE UNIQUE INDEX "jobs_read_of_version" ON "jobs" ("script_upload_id") WHERE reads_version`,
  `DROP INDEX "jobs_status"`,
  `ALTER TABLE "jobs" DROP CONSTRAINT "jobs_status_known"`,
  ...MOVED.map((column) => `ALTER TABLE "jobs" DROP COLUMN "${column}"`),
  `ALTER TABLE "jobs" ADD CONSTRAINT "jobs_id_fkey" FOREIGN KEY ("id") REFERENCES "works"("id") ON DELETE CASCADE`,
  `DROP TABLE "finalizes"`,
  `CREATE TRIGGER works_legal_transition BEFORE UPDATE OF status ON works FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`,
];

const WIDEN = [
  `DROP TRIGGER works_legal_transition ON works`,
  `DELETE FROM legal_transitions WHERE table_name = 'works'`,
  `CREATE TABLE "finalizes" ("artifact_id" text NOT NULL, "revision" integer NOT NULL, "mode" text NOT NULL, "id" text NOT NULL,
     "account_id" text NOT NULL, "epoch" integer NOT NULL, "status" text NOT NULL, "amount_credits" integer NOT NULL, "failure_code" text,
     "failure_message" text, "media_key" text, "sha256" text, "byte_size" integer, "duration_ms" integer, "integrated_lufs" double precision,
     "true_peak_db" double precision, "build_manifest" jsonb, "completed_at" TIMESTAMP WITH TIME ZONE,
     "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
     CONSTRAINT "finalizes_id" UNIQUE ("id"),
     CONSTRAINT "finalizes_status" CHECK (status IN ('queued','rendering','uploading','complete','failed')),
     CONSTRAINT "finalizes_pkey" PRIMARY KEY ("artifact_id", "revision", "mode"),
     CONSTRAINT "finalizes_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE CASCADE)`,
  `INSERT INTO finalizes SELECT w.subject_id, w.revision, 'audio', w.subject_id || ':r' || w.revision || ':audio', w.account_id, w.epoch,
     CASE w.status WHEN 'READY' THEN 'complete' ELSE 'failed' END, w.credits_quoted, w.failure_code, w.failure_message, r.media_key, r.sha256,
     r.byte_size, r.duration_ms, r.integrated_lufs, r.true_peak_db, r.build_manifest, r.created_at, w.created_at, w.updated_at
   FROM works w LEFT JOIN recordings r ON r.work_id = w.id WHERE w.kind = 'finalize'`,
  `ALTER TABLE "jobs" DROP CONSTRAINT "jobs_id_fkey"`,
  ...['"status" text', '"epoch" integer', '"progress" jsonb', '"request_id" text', ...MEASURES].map((column) => `ALTER TABLE "jobs" ADD ${column}`),
  ...['"failure_code" text', '"failure_message" text', '"failure_details" jsonb', '"finished_at" TIMESTAMP WITH TIME ZONE',
    '"created_at" TIMESTAMP WITH TIME ZONE DEFAULT now()', '"updated_at" TIMESTAMP WITH TIME ZONE DEFAULT now()']
    .map((column) => `ALTER TABLE "jobs" ADD ${column}`),
  `UPDATE jobs SET (${MOVED.join(', ')}) = (SELECT ${MOVED.join(', ')} FROM works WHERE works.id = jobs.id)`,
  ...['status', 'epoch', 'progress', 'request_id', 'credits_quoted', 'credits_reserved', 'credits_settled', 'credits_released', 'created_at',
    'updated_at'].map((column) => `ALTER TABLE "jobs" ALTER COLUMN "${column}" SET NOT NULL`),
  `ALTER TABLE "jobs" ADD CONSTRAINT "jobs_status_known" CHECK (status IN ('PENDING','RESERVED','RUNNING','READY','PARTIAL','FAILED','CANCELED'))`,
  `CREATE INDEX "jobs_status" ON "jobs" ("status")`,
  `DROP INDEX "jobs_read_of_version"`,
  `CREATE UNIQUE INDEX "jobs_read_of_version" ON "jobs" ("script_upload_id") WHERE plan_id IS NULL AND status <> 'CANCELED'`,
  `ALTER TABLE "jobs" DROP COLUMN "reads_version"`,
  `CREATE TRIGGER jobs_legal_transition BEFORE UPDATE OF status ON jobs FOR EACH ROW EXECUTE FUNCTION refuse_illegal_transition()`,
  `DROP TABLE "recordings"`,
  `DROP TABLE "works"`,
];

async function addEdges(queryRunner: QueryRunner, table: string, edges: [string, string[]][]): Promise<void> {
  for (const [from, targets] of edges) {
    for (const to of targets) await queryRunner.query('INSERT INTO legal_transitions VALUES ($1, $2, $3)', [table, from, to]);
  }
}

/** Moves jobs and renders into one table for all asynchronous work. Finished renders become recordings. */
export class GatherWork1795500000000 implements MigrationInterface {
  name = 'GatherWork1795500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [REFUSE_OPEN_RUNS, ...CREATE, ...FILL]) await queryRunner.query(statement);
    await addEdges(queryRunner, 'works', WORK_EDGES);
    for (const statement of NARROW) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await addEdges(queryRunner, 'jobs', JOB_EDGES);
    for (const statement of WIDEN) await queryRunner.query(statement);
  }
}
