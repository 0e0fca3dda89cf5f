import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to a job whether a narrator speaks the headings of the screenplay that it writes. */
export class AnnounceScenes1795900000001 implements MigrationInterface {
  name = 'AnnounceScenes1795900000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "jobs" ADD "announces_scenes" boolean`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "jobs" DROP COLUMN "announces_scenes"`);
  }
}
