import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the language of a source. */
export class AddSourceLanguage1796860000045 implements MigrationInterface {
  name = 'AddSourceLanguage1796860000045';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "sources" ADD "language" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "sources" DROP COLUMN "language"');
  }
}
