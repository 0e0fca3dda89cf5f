import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the pictures of people and chapters with the published media. */
export class PictureEpisodes1796800000000 implements MigrationInterface {
  name = 'PictureEpisodes1796800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "publishing_assets" ADD "pictures" jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "publishing_assets" DROP COLUMN "pictures"');
  }
}
