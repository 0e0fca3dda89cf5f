import type { MigrationInterface, QueryRunner } from 'typeorm';

const WORK_ID = `'wrk_' || left(encode(sha256(convert_to('perform:' || p.artifact_id || ':' || p.revision, 'UTF8')), 'hex'), 26)`;

const UP = [
  // An unfinished performance continues after its last line when a listener presses play.
  `INSERT INTO works SELECT ${WORK_ID}, 'perform', a.account_id, a.project_id, p.artifact_id, p.revision, 'Performing: ' || a.title,
     CASE p.status WHEN 'complete' THEN 'READY' ELSE 'FAILED' END, 1,
     jsonb_build_object('stage', 'finishing', 'completed', p.performed_count, 'total', p.line_count, 'unit', 'lines', 'nextAttemptAt', NULL, 'lastError', NULL),
     1, (p.status = 'complete')::int, (p.status <> 'complete')::int, 0, 0, 0, 0,
     CASE WHEN p.status <> 'complete' THEN coalesce(p.failure_code, 'internal_error') END,
     CASE WHEN p.status <> 'complete' THEN coalesce(p.failure_message, 'The run was stopped by an upgrade.') END,
     NULL, 'migration', coalesce(p.completed_at, p.updated_at), p.created_at, p.updated_at
   FROM performances p JOIN artifacts a ON a.id = p.artifact_id`,
  `ALTER TABLE "performances" ADD "work_id" text`,
  `UPDATE performances p SET work_id = ${WORK_ID}`,
  `ALTER TABLE "performances" ALTER COLUMN "work_id" SET NOT NULL`,
  `ALTER TABLE "performances" ADD CONSTRAINT "performances_work" UNIQUE ("work_id")`,
  `ALTER TABLE "performances" ADD CONSTRAINT "performances_work_id_fkey" FOREIGN KEY ("work_id") REFERENCES "works"("id") ON DELETE CASCADE`,
  `ALTER TABLE "performances" DROP CONSTRAINT "performances_status"`,
  ...['status', 'failure_code', 'failure_message', 'next_attempt_at'].map((column) => `ALTER TABLE "performances" DROP COLUMN "${column}"`),
];

const DOWN = [
  `ALTER TABLE "performances" ADD "status" text`,
  ...['failure_code', 'failure_message'].map((column) => `ALTER TABLE "performances" ADD "${column}" text`),
  `ALTER TABLE "performances" ADD "next_attempt_at" TIMESTAMP WITH TIME ZONE`,
  `UPDATE performances p SET status = CASE w.status WHEN 'READY' THEN 'complete' ELSE 'failed' END, failure_code = w.failure_code,
     failure_message = w.failure_message FROM works w WHERE w.id = p.work_id`,
  `ALTER TABLE "performances" ALTER COLUMN "status" SET NOT NULL`,
  `ALTER TABLE "performances" ADD CONSTRAINT "performances_status" CHECK (status IN ('queued','performing','backoff','complete','failed'))`,
  `ALTER TABLE "performances" DROP CONSTRAINT "performances_work_id_fkey"`,
  `ALTER TABLE "performances" DROP COLUMN "work_id"`,
  `DELETE FROM works WHERE kind = 'perform'`,
];

/** Moves the state of performances into `works`. */
export class PerformAsWork1795500000001 implements MigrationInterface {
  name = 'PerformAsWork1795500000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
