import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to a recording a key of what is heard for each lane: music, effects and soundscapes. Until now there was only music. Adds a separate file with the
 * parts of the mix.
 */
export class MixRecordings1796900000000 implements MigrationInterface {
  name = 'MixRecordings1796900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recordings" ADD "lane_keys" jsonb NOT NULL DEFAULT '{}', ADD "mixer" jsonb`);
    await queryRunner.query(`UPDATE "recordings" SET "lane_keys" = jsonb_build_object('music', "music_key") WHERE "music_key" IS NOT NULL`);
    await queryRunner.query('ALTER TABLE "recordings" DROP COLUMN "music_key"');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "recordings" ADD "music_key" text');
    await queryRunner.query(`UPDATE "recordings" SET "music_key" = "lane_keys"->>'music'`);
    await queryRunner.query('ALTER TABLE "recordings" DROP COLUMN "mixer", DROP COLUMN "lane_keys"');
  }
}
