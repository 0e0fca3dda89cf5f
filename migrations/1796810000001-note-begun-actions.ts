import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time when the run of an episode began an action, so that actions whose signal was lost are found. */
export class NoteBegunActions1796810000001 implements MigrationInterface {
  name = 'NoteBegunActions1796810000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "season_run_actions" ADD "begun_at" TIMESTAMP WITH TIME ZONE');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "season_run_actions" DROP COLUMN "begun_at"');
  }
}
