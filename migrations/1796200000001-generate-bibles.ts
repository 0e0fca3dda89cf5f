import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds requests for a Series Bible made from the sources, and the origin of each key of a Bible. */
export class GenerateBibles1796200000001 implements MigrationInterface {
  name = 'GenerateBibles1796200000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "bible_generations" ("id" text NOT NULL, "project_id" text NOT NULL, "instructions" text,
      "replace" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "bible_generations_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`CREATE INDEX "bible_generations_project" ON "bible_generations" ("project_id", "id")`);
    await queryRunner.query(`ALTER TABLE "bible_generations" ADD CONSTRAINT "bible_generations_project_id_fkey" FOREIGN KEY ("project_id")
      REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await queryRunner.query(`ALTER TABLE "series_bibles" ADD "provenance" jsonb NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`ALTER TABLE "series_bible_versions" ADD "generated_from" text`);
    await queryRunner.query(`ALTER TABLE "series_bible_versions" ADD "title" text`);
    await queryRunner.query(`ALTER TABLE "series_bible_versions" ADD "provenance" jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of ['provenance', 'title', 'generated_from']) await queryRunner.query(`ALTER TABLE "series_bible_versions" DROP COLUMN "${column}"`);
    await queryRunner.query(`ALTER TABLE "series_bibles" DROP COLUMN "provenance"`);
    await queryRunner.query(`DROP TABLE "bible_generations"`);
  }
}
