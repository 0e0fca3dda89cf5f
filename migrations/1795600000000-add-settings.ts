import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "settings" ("subject_type" text NOT NULL, "subject_id" text NOT NULL, "key" text NOT NULL, "project_id" text NOT NULL, `
    + `"value" jsonb NOT NULL, "version" integer NOT NULL, "updated_by" text NOT NULL, `
    + `"updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "settings_version" CHECK (version >= 0), `
    + `CONSTRAINT "settings_pkey" PRIMARY KEY ("subject_type", "subject_id", "key"))`,
  `CREATE INDEX "settings_project" ON "settings" ("project_id")`,
  `ALTER TABLE "settings" ADD CONSTRAINT "settings_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "settings"`];

/** Adds keyed, versioned values of any subject. */
export class AddSettings1795600000000 implements MigrationInterface {
  name = 'AddSettings1795600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
