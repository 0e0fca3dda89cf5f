import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to an MP3 a key of its music, and lets an MP3 replace an earlier one of the same revision. */
export class ScoreRecordings1796850000002 implements MigrationInterface {
  name = 'ScoreRecordings1796850000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recordings" ADD "music_key" text, ADD "former" jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "recordings" DROP COLUMN "former", DROP COLUMN "music_key"');
  }
}
