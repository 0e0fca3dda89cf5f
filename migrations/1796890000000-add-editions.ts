import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the words of an artifact separately from their sound. Until now every state counted, for callers, as other words. */
export class AddEditions1796890000000 implements MigrationInterface {
  name = 'AddEditions1796890000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "artifact_revisions" ADD "version" integer, ADD "edition" integer NOT NULL DEFAULT 0');
    await queryRunner.query('UPDATE "artifact_revisions" SET "version" = "revision"');
    await queryRunner.query('ALTER TABLE "artifact_revisions" ALTER COLUMN "version" SET NOT NULL');
    await queryRunner.query(
      'ALTER TABLE "artifact_revisions" ADD CONSTRAINT "artifact_revisions_edition" UNIQUE ("artifact_id", "version", "edition")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "artifact_revisions" DROP CONSTRAINT "artifact_revisions_edition"');
    await queryRunner.query('ALTER TABLE "artifact_revisions" DROP COLUMN "edition", DROP COLUMN "version"');
  }
}
