import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the purge of a deleted project needs: the key of a plan's draft, and the slugs that no other series may get. */
export class PurgeProjects1796830000001 implements MigrationInterface {
  name = 'PurgeProjects1796830000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "plans" ADD "draft_key" text');
    await queryRunner.query(`CREATE TABLE "publishing_retired_slugs" ("slug" text NOT NULL, "retired_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
      CONSTRAINT "publishing_retired_slugs_pkey" PRIMARY KEY ("slug"))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "publishing_retired_slugs"');
    await queryRunner.query('ALTER TABLE "plans" DROP COLUMN "draft_key"');
  }
}
