import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to a performance the list of lines that their voices could not say as written. */
export class KeepRemedies1795900000000 implements MigrationInterface {
  name = 'KeepRemedies1795900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "performances" ADD "remedies" jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "performances" DROP COLUMN "remedies"`);
  }
}
