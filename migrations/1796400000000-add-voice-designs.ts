import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "voice_designs" ("id" text NOT NULL, "account_id" text NOT NULL, "project_id" text NOT NULL, "character" text NOT NULL, `
    + `"character_key" text NOT NULL, "brief" jsonb NOT NULL, "variants" jsonb NOT NULL DEFAULT '[]', "chosen_voice_id" text, `
    + `"created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), `
    + `CONSTRAINT "voice_designs_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "voice_designs_project" ON "voice_designs" ("project_id", "id")`,
  `CREATE INDEX "voice_designs_chosen" ON "voice_designs" ("account_id") WHERE chosen_voice_id IS NOT NULL`,
  `ALTER TABLE "voice_designs" ADD CONSTRAINT "voice_designs_project_id_fkey" FOREIGN KEY ("project_id") `
    + `REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [`DROP TABLE "voice_designs"`];

/** Adds the voices that are designed for characters. */
export class AddVoiceDesigns1796400000000 implements MigrationInterface {
  name = 'AddVoiceDesigns1796400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}
