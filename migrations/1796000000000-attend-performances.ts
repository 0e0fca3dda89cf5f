import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to a performance the time when a listener last joined live. */
export class AttendPerformances1796000000000 implements MigrationInterface {
  name = 'AttendPerformances1796000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "performances" ADD "attended_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "performances" DROP COLUMN "attended_at"`);
  }
}
