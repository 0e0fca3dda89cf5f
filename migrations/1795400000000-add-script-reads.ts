import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "jobs" ALTER COLUMN "plan_id" DROP NOT NULL`,
  `ALTER TABLE "jobs" ADD "screenplay_key" text`,
  `ALTER TABLE "jobs" ADD CONSTRAINT "jobs_made_from" CHECK (plan_id IS NOT NULL OR (script_upload_id IS NOT NULL AND screenplay_key IS NOT NULL))`,
  `CREATE INDEX "jobs_script" ON "jobs" ("script_upload_id")`,
  `CREATE UNIQUE INDEX "jobs_read_of_version" ON "jobs" ("script_upload_id") WHERE plan_id IS NULL AND status <> 'CANCELED'`,
  `ALTER TABLE "script_versions" ADD "draft_status" text`,
  `ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_draft_known" CHECK (draft_status IN ('open','drafting','failed','finished'))`,
];

const DOWN = [
  `ALTER TABLE "script_versions" DROP COLUMN "draft_status"`,
  `DROP INDEX "jobs_read_of_version"`,
  `DROP INDEX "jobs_script"`,
  `DELETE FROM "jobs" WHERE plan_id IS NULL`,
  `ALTER TABLE "jobs" DROP CONSTRAINT "jobs_made_from"`,
  `ALTER TABLE "jobs" DROP COLUMN "screenplay_key"`,
  `ALTER TABLE "jobs" ALTER COLUMN "plan_id" SET NOT NULL`,
];

/** Adds jobs that perform a writer's screenplay, and drafted episodes. */
export class AddScriptReads1795400000000 implements MigrationInterface {
  name = 'AddScriptReads1795400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
