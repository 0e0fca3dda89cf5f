import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "storyboards" ("subject_type" text NOT NULL, "subject_id" text NOT NULL, "project_id" text NOT NULL, "revision" integer NOT NULL, `
    + `"items" jsonb NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `CONSTRAINT "storyboards_revision" CHECK (revision >= 1), CONSTRAINT "storyboards_pkey" PRIMARY KEY ("subject_type", "subject_id"))`,
  `CREATE INDEX "storyboards_project" ON "storyboards" ("project_id")`,
  `ALTER TABLE "storyboards" ADD CONSTRAINT "storyboards_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE TABLE "storyboard_edits" ("id" text NOT NULL, "subject_type" text NOT NULL, "subject_id" text NOT NULL, "project_id" text NOT NULL, `
    + `"edit" jsonb NOT NULL, "expected_revision" integer, "asked_by" text NOT NULL, "outcome" jsonb, `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "ended_at" TIMESTAMP WITH TIME ZONE, `
    + `CONSTRAINT "storyboard_edits_ended" CHECK ((outcome IS NULL) = (ended_at IS NULL)), CONSTRAINT "storyboard_edits_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "storyboard_edits_subject" ON "storyboard_edits" ("subject_type", "subject_id", "id")`,
  `CREATE INDEX "storyboard_edits_project" ON "storyboard_edits" ("project_id")`,
  `ALTER TABLE "storyboard_edits" ADD CONSTRAINT "storyboard_edits_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "storyboard_edits"`, `DROP TABLE "storyboards"`];

/** Adds storyboards with chapters or beats, and their requested edits. */
export class AddStoryboards1795600000004 implements MigrationInterface {
  name = 'AddStoryboards1795600000004';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
