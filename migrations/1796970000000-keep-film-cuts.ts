import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps a film of a read for each aspect, and one of the part that a link shows. An episode gets the film that existed when the episode was made. */
export class KeepFilmCuts1796970000000 implements MigrationInterface {
  name = 'KeepFilmCuts1796970000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "films" ADD "cut" text, ADD "part" jsonb');
    await queryRunner.query(`UPDATE "films" SET "cut" = coalesce("choice"->>'aspect', '16:9')`);
    await queryRunner.query('ALTER TABLE "films" ALTER COLUMN "cut" SET NOT NULL, DROP CONSTRAINT "films_pkey"');
    await queryRunner.query('ALTER TABLE "films" ADD CONSTRAINT "films_pkey" PRIMARY KEY ("artifact_id", "cut")');
    await queryRunner.query('ALTER TABLE "publishing_assets" ADD "film" jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "publishing_assets" DROP COLUMN "film"');
    await queryRunner.query(`DELETE FROM "films" f WHERE "cut" = 'part' OR EXISTS (
      SELECT 1 FROM "films" n WHERE n."artifact_id" = f."artifact_id" AND n."cut" <> 'part' AND (n."created_at", n."cut") > (f."created_at", f."cut"))`);
    await queryRunner.query('ALTER TABLE "films" DROP CONSTRAINT "films_pkey"');
    await queryRunner.query('ALTER TABLE "films" DROP COLUMN "cut", DROP COLUMN "part", ADD CONSTRAINT "films_pkey" PRIMARY KEY ("artifact_id")');
  }
}
