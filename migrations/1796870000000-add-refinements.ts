import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds refinements: requests of jobs to change existing reads. */
export class AddRefinements1796870000000 implements MigrationInterface {
  name = 'AddRefinements1796870000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "refinements" (
        "job_id" text NOT NULL, "artifact_id" text NOT NULL, "revision" integer NOT NULL, "scope" text NOT NULL, "by" text NOT NULL,
        "instruction" text NOT NULL,
        CONSTRAINT "refinements_pkey" PRIMARY KEY ("job_id"),
        CONSTRAINT "refinements_scope" CHECK (scope IN ('auto','screenplay','plan')),
        CONSTRAINT "refinements_by" CHECK (by IN ('rules','sources','model')),
        CONSTRAINT "refinements_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE,
        CONSTRAINT "refinements_artifact_id_fkey" FOREIGN KEY ("artifact_id") REFERENCES "artifacts"("id") ON DELETE CASCADE)`);
    await queryRunner.query('CREATE INDEX "refinements_artifact" ON "refinements" ("artifact_id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "refinements"');
  }
}
