import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "castings" ("id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "script_version_id" text, "character" text, `
    + `"pictures" jsonb NOT NULL DEFAULT '[]', `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `CONSTRAINT "castings_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "castings_project" ON "castings" ("project_id", "id")`,
  `ALTER TABLE "castings" ADD CONSTRAINT "castings_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "castings"`];

/** Adds the orders that complete the cast of a project. */
export class AddCastings1796400000001 implements MigrationInterface {
  name = 'AddCastings1796400000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
