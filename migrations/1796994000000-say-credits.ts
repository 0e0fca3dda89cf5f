import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the times of the spoken credits of a performance. */
export class SayCredits1796994000000 implements MigrationInterface {
  name = 'SayCredits1796994000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "performances" ADD "credits" jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "performances" DROP COLUMN "credits"');
  }
}
