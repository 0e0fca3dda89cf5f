import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "script_drafts" ("version_id" text NOT NULL, "number" integer NOT NULL, "request_hash" text NOT NULL, "instructions" text, `
    + `"scenes" jsonb NOT NULL, "planned" boolean NOT NULL, "completed" integer NOT NULL, "failure" jsonb, `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `CONSTRAINT "script_drafts_completed" CHECK (completed >= 0), CONSTRAINT "script_drafts_pkey" PRIMARY KEY ("version_id"))`,
  `ALTER TABLE "script_drafts" ADD CONSTRAINT "script_drafts_version_id_fkey" FOREIGN KEY ("version_id") `
    + `REFERENCES "script_versions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "project_seasons" ADD "call_id" text`,
  `CREATE UNIQUE INDEX "project_seasons_call" ON "project_seasons" ("call_id")`,
];

const DOWN = [
  `DROP INDEX "project_seasons_call"`,
  `ALTER TABLE "project_seasons" DROP COLUMN "call_id"`,
  `DROP TABLE "script_drafts"`,
];

/** Adds episodes that are drafted scene by scene, and seasons that are created without an episode. */
export class AddScriptDrafts1795400000002 implements MigrationInterface {
  name = 'AddScriptDrafts1795400000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
