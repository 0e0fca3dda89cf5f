import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPEN = `status IN ('PENDING','RUNNING','REQUIRES_APPROVAL')`;

/** Refuses to migrate while plans are open: their runs cannot continue with the new rows. */
const REFUSE_OPEN_RUNS = `DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM plans WHERE ${OPEN}) THEN
    RAISE EXCEPTION 'plans are still being drafted, or wait for a decision: let them end, and decide about them, before this upgrade';
  END IF; END $$`;

const FREE = `'{"stage":"finishing","completed":0,"total":0,"unit":"scenes","nextAttemptAt":null,"lastError":null}'`;

const UP = [
  REFUSE_OPEN_RUNS,
  `ALTER TABLE "works" ADD "input" jsonb NOT NULL DEFAULT '{}'`,
  `INSERT INTO works (id, kind, account_id, project_id, subject_id, revision, label, status, epoch, progress, line_count, lines_ready,
     lines_failed, credits_quoted, credits_reserved, credits_settled, credits_released, failure_code, failure_message, request_id, input,
     finished_at, created_at, updated_at)
   SELECT id, 'plan', account_id, project_id, id, 0, 'Planning', CASE WHEN failed THEN 'FAILED' ELSE 'READY' END, epoch + 1, ${FREE}, 1,
     (NOT failed)::int, failed::int, 0, 0, 0, 0, failure_code, failure_message, 'migration', '{}', updated_at, created_at, updated_at
   FROM (SELECT *, status = 'FAILED' OR envelope IS NULL AS failed FROM plans) AS p`,
  `ALTER TABLE "plans" ADD "warnings" jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE "plans" ALTER COLUMN "warnings" DROP DEFAULT`,
  `ALTER TABLE "plans" ADD "superseded_by" text`,
  `CREATE INDEX "plans_superseded_by" ON "plans" ("superseded_by")`,
  ...['epoch', 'failure_code', 'failure_message'].map((column) => `ALTER TABLE "plans" DROP COLUMN "${column}"`),
  `ALTER TABLE "plans" ADD CONSTRAINT "plans_id_fkey" FOREIGN KEY ("id") REFERENCES "works"("id") ON DELETE CASCADE`,
  `UPDATE legal_transitions SET to_status = 'PENDING' WHERE table_name = 'plans' AND from_status = 'FAILED' AND to_status = 'RUNNING'`,
];

const DOWN = [
  REFUSE_OPEN_RUNS,
  `UPDATE legal_transitions SET to_status = 'RUNNING' WHERE table_name = 'plans' AND from_status = 'FAILED' AND to_status = 'PENDING'`,
  `ALTER TABLE "plans" DROP CONSTRAINT "plans_id_fkey"`,
  `ALTER TABLE "plans" ADD "epoch" integer, ADD "failure_code" text, ADD "failure_message" text`,
  `UPDATE plans p SET epoch = w.epoch - 1, failure_code = w.failure_code, failure_message = w.failure_message FROM works w WHERE w.id = p.id`,
  `ALTER TABLE "plans" ALTER COLUMN "epoch" SET NOT NULL`,
  `DROP INDEX "plans_superseded_by"`,
  `ALTER TABLE "plans" DROP COLUMN "superseded_by", DROP COLUMN "warnings"`,
  `DELETE FROM works WHERE kind = 'plan'`,
  `ALTER TABLE "works" DROP COLUMN "input"`,
];

/** Moves attempts and failures of plan drafting into `works`, and adds the input of runs to `works`. */
export class DraftPlansAsWork1795500000002 implements MigrationInterface {
  name = 'DraftPlansAsWork1795500000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
