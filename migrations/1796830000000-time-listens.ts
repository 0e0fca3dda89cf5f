import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time when a listener began, because a listener who returns within 24 hours counts once. */
export class TimeListens1796830000000 implements MigrationInterface {
  name = 'TimeListens1796830000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "publishing_listens" ADD "begun_at" TIMESTAMP WITH TIME ZONE');
    await queryRunner.query('UPDATE "publishing_listens" SET "begun_at" = "day"');
    await queryRunner.query('ALTER TABLE "publishing_listens" ALTER COLUMN "begun_at" SET DEFAULT now(), ALTER COLUMN "begun_at" SET NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "publishing_listens" DROP COLUMN "begun_at"');
  }
}
