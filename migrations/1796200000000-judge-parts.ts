import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to reports the hash of the part of the document on which score and gate depend. Until now that part was the whole document. */
export class JudgeParts1796200000000 implements MigrationInterface {
  name = 'JudgeParts1796200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "coverage_reports" ADD "judged_hash" text`);
    await queryRunner.query(`UPDATE "coverage_reports" SET "judged_hash" = "document_hash"`);
    await queryRunner.query(`ALTER TABLE "coverage_reports" ALTER COLUMN "judged_hash" SET NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "coverage_reports" DROP COLUMN "judged_hash"`);
  }
}
