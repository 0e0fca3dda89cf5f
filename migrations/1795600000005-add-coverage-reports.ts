import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "coverage_reports" ("id" text NOT NULL, "subject_type" text NOT NULL, "subject_id" text NOT NULL, "project_id" text NOT NULL, `
    + `"subject_version" integer NOT NULL, "document_hash" text NOT NULL, "rubric_version" text NOT NULL, "focus_prompt" text, `
    + `"judgement_hash" text NOT NULL, "overall_score" integer, "gate_passed" boolean, `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `CONSTRAINT "coverage_reports_of_version" UNIQUE ("subject_type", "subject_id", "subject_version", "judgement_hash"), `
    + `CONSTRAINT "coverage_reports_score" CHECK (overall_score BETWEEN 0 AND 100), CONSTRAINT "coverage_reports_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "coverage_reports_project" ON "coverage_reports" ("project_id")`,
  `ALTER TABLE "coverage_reports" ADD CONSTRAINT "coverage_reports_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "coverage_reports"`];

/** Adds reports on versions of documents. */
export class AddCoverageReports1795600000005 implements MigrationInterface {
  name = 'AddCoverageReports1795600000005';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
